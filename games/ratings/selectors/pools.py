"""Which pools there are, for whom and by which address, and the games each is made of."""

import re
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from caledonia_site.common.permissions import may
from games.players.viewers import Viewer
from games.ratings.models import Pool
from games.ratings.scopes import EVERYONE, PoolKey, scope_named, scope_text, scopes
from games.results.enums import GameState
from games.results.models import Game

# A kind, and the public id of what it is the scope of.
SCOPE = re.compile(r"[a-z_]+(:[0-9A-Za-z]+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ListedPool:
    pool: Pool
    label: str


def pool_of(*, system: str, scope: str = EVERYONE) -> Pool | None:
    """Without asking whether the viewer may see it: that is `ratings.see_pool`."""
    return Pool.objects.filter(key=str(PoolKey(system, scope))).first()


def listed_pools(*, viewer: Viewer) -> list[ListedPool]:
    """The pools to offer: everyone's first, then those of the viewer's clubs and what else they take part in."""
    texts = [scope_text(scope, ident) for scope in scopes() for ident in scope.listed_for(viewer)]
    listed = labelled(pools=list(Pool.objects.filter(scope__in=texts)), viewer=viewer)
    kinds = [scope.prefix for scope in scopes()]
    return sorted(
        listed,
        key=lambda listed_pool: (
            kinds.index(PoolKey.parse(listed_pool.pool.key).prefix),
            listed_pool.label,
            listed_pool.pool.key,
        ),
    )


def labelled(*, pools: list[Pool], viewer: Viewer) -> list[ListedPool]:
    """With their names, those left out that the viewer may not see; one query per kind of scope."""
    idents: dict[str, set[str]] = defaultdict(set)
    for pool in pools:
        key = PoolKey.parse(pool.key)
        idents[key.prefix].add(key.ident)
    labels = {prefix: scope_named(prefix).labels(names, viewer) for prefix, names in idents.items()}
    listed = []
    for pool in pools:
        key = PoolKey.parse(pool.key)
        if key.ident in labels[key.prefix]:
            listed.append(ListedPool(pool, labels[key.prefix][key.ident]))
    return listed


def pool_label(pool: Pool, viewer: Viewer) -> str:
    """Empty for a pool the viewer may not see."""
    return next((listed.label for listed in labelled(pools=[pool], viewer=viewer)), "")


def is_scope(text: str) -> bool:
    """Whether a scope could be called so; what else people type must not reach the database."""
    return SCOPE.fullmatch(text) is not None


def pools_in(*, scope: str, viewer: Viewer) -> list[Pool]:
    """The pools of a scope, one for each game system; none if there is no such scope for the viewer."""
    if not is_scope(scope):
        return []
    pools = list(Pool.objects.filter(scope=scope))
    return pools if pools and may(viewer, "ratings.see_pool", pools[0]) else []


def pool_games(key: PoolKey) -> QuerySet[Game]:
    """The counted games of a pool, rated or not."""
    games = Game.objects.filter(scope_named(key.prefix).games(key.ident))
    return games.filter(system=key.system, state=GameState.CONFIRMED)
