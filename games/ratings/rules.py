"""Who may see which pool."""

from typing import Any

import rules

from games.players.viewers import Viewer
from games.ratings.scopes import PoolKey, scope_named


@rules.predicate
def is_open_scope(user: Viewer, pool: Any) -> bool:
    """Whoever may know the scope's name may see its ratings."""
    key = PoolKey(pool.system, pool.scope)
    return key.ident in scope_named(key.prefix).labels([key.ident], user)


rules.add_perm("ratings.see_pool", is_open_scope)
