"""Pools by what stands in an address."""

import re
from typing import Any

from caledonia_site.common.permissions import may
from games.ratings.models import Pool

# A kind, and the public id of what it is the scope of.
SCOPE = re.compile(r"[a-z_]+(:[0-9A-Za-z]+)?", re.ASCII)


def is_scope(text: str) -> bool:
    """Whether a scope could be called so; what else people type must not reach the database."""
    return SCOPE.fullmatch(text) is not None


def pools_in(*, scope: str, viewer: Any) -> list[Pool]:
    """The pools of a scope, one for each game system; none if there is no such scope for the viewer."""
    if not is_scope(scope):
        return []
    found = list(Pool.objects.filter(scope=scope))
    return found if found and may(viewer, "ratings.see_pool", found[0]) else []
