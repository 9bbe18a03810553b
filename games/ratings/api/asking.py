"""Which pool a request is about, and as whom it asks."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request

from games.ratings.models import Pool
from games.ratings.selectors.pages_pools import is_scope, pools_in


def pool_for(request: Request, system: str, scope: str) -> tuple[Pool, Any]:
    """The pool and the viewer; a pool they may not see does not exist for them."""
    if not is_scope(scope):
        raise Http404
    viewer = request.user
    pool = next((one for one in pools_in(scope=scope, viewer=viewer) if one.system == system), None)
    if pool is None:
        raise Http404
    return pool, viewer
