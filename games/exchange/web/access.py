"""Finding an import for the person it belongs to: it does not exist for anybody else."""

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from games.clubs.enums import Role
from games.clubs.models import Club
from games.exchange.models import ImportBatch
from games.exchange.selectors.imports import imports_of

MAY_IMPORT = [Role.SCOREKEEPER, Role.ORGANISER, Role.OWNER]


def own_import(request: HttpRequest, public_id: str) -> ImportBatch:
    return get_object_or_404(imports_of(request.user), public_id=public_id)


def clubs_to_import_into(account: Any) -> Any:
    return Club.objects.filter(memberships__player__account=account, memberships__role__in=MAY_IMPORT)
