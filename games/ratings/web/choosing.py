"""Which pool a page is about: a game system and a scope, both in the address."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from games.ratings.models import Pool
from games.ratings.scopes import EVERYONE, PoolKey
from games.ratings.selectors.pages_pools import pools_in
from games.ratings.selectors.pools import ListedPool, listed_pools, pool_label
from games.wording import label
from scoring import registry


@dataclass(frozen=True)
class PoolChoice:
    """What was chosen and what else there is; `pool` is None where nothing has been rated yet."""

    system: str
    scope: str
    scope_label: str
    pool: Pool | None
    listed: list[ListedPool]

    @property
    def key(self) -> PoolKey:
        return PoolKey(self.system, self.scope)

    @property
    def system_label(self) -> str:
        return system_label(self.system)

    @property
    def systems(self) -> list[tuple[str, str]]:
        return [(key, system_label(key)) for key in system_keys()]

    @property
    def scopes(self) -> list[tuple[str, str]]:
        """Each once, the chosen one among them even if it stands in no list (a club known by its link)."""
        found = {one.pool.scope: one.label for one in self.listed}
        return list((found | {self.scope: self.scope_label}).items())

    @property
    def query(self) -> str:
        return pool_query(self.system, self.scope)


def chosen_pool(request: HttpRequest) -> PoolChoice:
    """From `system` and `scope`; a scope the viewer may not see does not exist for them."""
    system = request.GET.get("system", "")
    return pool_choice(
        viewer=request.user,
        system=system if system in system_keys() else system_keys()[0],
        scope=request.GET.get("scope") or EVERYONE,
    )


def pool_choice(*, viewer: Any, system: str, scope: str) -> PoolChoice:
    listed = listed_pools(viewer=viewer)
    known = [one.pool for one in listed if one.pool.scope == scope] or pools_in(scope=scope, viewer=viewer)
    if scope != EVERYONE and not known:
        raise Http404
    pool = next((one for one in known if one.system == system), None)
    named = next((one.label for one in listed if one.pool.scope == scope), "")
    nobody_yet = Pool(key=str(PoolKey(system, scope)), system=system, scope=scope)
    scope_label = named or pool_label(known[0] if known else nobody_yet, viewer)
    return PoolChoice(system, scope, scope_label, pool, listed)


def pool_query(system: str, scope: str) -> str:
    """The choice as part of an address."""
    return urlencode(
        {"system": system} if scope == EVERYONE else {"system": system, "scope": scope}, safe=":"
    )


def system_keys() -> list[str]:
    return [one.description.key for one in registry.systems()]


def system_label(system: str) -> str:
    return str(label(system, f"system.{system}"))
