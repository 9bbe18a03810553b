"""Finding an import for the person it belongs to: it does not exist for anybody else."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from games.exchange.models import ImportBatch
from games.exchange.selectors.imports import imports_of


def own_import(request: HttpRequest, public_id: str) -> ImportBatch:
    return get_object_or_404(imports_of(request.user), public_id=public_id)
