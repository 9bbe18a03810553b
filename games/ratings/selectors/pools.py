"""Which pools there are, and for whom."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from games.ratings.models import Pool
from games.ratings.scopes import EVERYONE, PoolKey, scope_named, scope_text, scopes


@dataclass(frozen=True, slots=True)
class ListedPool:
    pool: Pool
    label: str


def pool_of(*, system: str, scope: str = EVERYONE) -> Pool | None:
    """Without asking whether the viewer may see it: that is `ratings.see_pool`."""
    return Pool.objects.filter(key=str(PoolKey(system, scope))).first()


def listed_pools(*, viewer: Any) -> list[ListedPool]:
    """The pools to offer: everyone's first, then those of the viewer's clubs and what else they take part in."""
    texts = [scope_text(scope, ident) for scope in scopes() for ident in scope.listed_for(viewer)]
    found = labelled(pools=list(Pool.objects.filter(scope__in=texts)), viewer=viewer)
    kinds = [scope.prefix for scope in scopes()]
    return sorted(
        found,
        key=lambda listed: (
            kinds.index(PoolKey.parse(listed.pool.key).prefix),
            listed.label,
            listed.pool.key,
        ),
    )


def labelled(*, pools: list[Pool], viewer: Any) -> list[ListedPool]:
    """With their names, those left out that the viewer may not see; one query per kind of scope."""
    idents: dict[str, set[str]] = defaultdict(set)
    for pool in pools:
        key = PoolKey.parse(pool.key)
        idents[key.prefix].add(key.ident)
    labels = {prefix: scope_named(prefix).labels(wanted, viewer) for prefix, wanted in idents.items()}
    found = []
    for pool in pools:
        key = PoolKey.parse(pool.key)
        if key.ident in labels[key.prefix]:
            found.append(ListedPool(pool, labels[key.prefix][key.ident]))
    return found


def pool_label(pool: Pool, viewer: Any) -> str:
    """Empty for a pool the viewer may not see."""
    return next((listed.label for listed in labelled(pools=[pool], viewer=viewer)), "")
