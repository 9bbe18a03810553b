"""Which pool a page is about (a game system and a scope, both in the address).

Here is also how people read ratings and chances.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import format_number
from games.players.viewers import Viewer
from games.ratings.models import Pool
from games.ratings.scopes import EVERYONE, PoolKey
from games.ratings.selectors.pools import ListedPool, listed_pools, pool_label, pools_in
from games.systems import label
from scoring import registry

# Nearer to never or always than this no forecast is to be trusted.
LEAST_PERCENT = 1


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
        labels = {listed_pool.pool.scope: listed_pool.label for listed_pool in self.listed}
        return list((labels | {self.scope: self.scope_label}).items())

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


def pool_choice(*, viewer: Viewer, system: str, scope: str) -> PoolChoice:
    listed = listed_pools(viewer=viewer)
    known = [listed_pool.pool for listed_pool in listed if listed_pool.pool.scope == scope] or pools_in(
        scope=scope, viewer=viewer
    )
    if scope != EVERYONE and not known:
        raise Http404
    pool = next((pool for pool in known if pool.system == system), None)
    named = next((listed_pool.label for listed_pool in listed if listed_pool.pool.scope == scope), "")
    nobody_yet = Pool(key=str(PoolKey(system, scope)), system=system, scope=scope)
    scope_label = named or pool_label(known[0] if known else nobody_yet, viewer)
    return PoolChoice(system, scope, scope_label, pool, listed)


def pool_query(system: str, scope: str) -> str:
    """The choice as part of an address."""
    return urlencode(
        {"system": system} if scope == EVERYONE else {"system": system, "scope": scope}, safe=":"
    )


def system_keys() -> list[str]:
    return [system.description.key for system in registry.systems()]


def system_label(system: str) -> str:
    return str(label(system, f"system.{system}"))


def points(value: float) -> str:
    """A rating in whole points; thousands stand together, as everywhere with ratings."""
    return f"{value:.0f}"


def change(value: float) -> str:
    """A gain or loss with its sign; what rounds to nothing has none."""
    rounded = round(value)
    sign = "+" if rounded > 0 else "\N{MINUS SIGN}" if rounded < 0 else "±"
    return f"{sign}{abs(rounded)}"


def chance(value: float) -> str:
    """A probability in whole percent, never as certain as 0 or 100."""
    percent = round(100 * value)
    if percent < LEAST_PERCENT:
        return _("under %(percent)s %%") % {"percent": LEAST_PERCENT}
    if percent > 100 - LEAST_PERCENT:
        return _("over %(percent)s %%") % {"percent": 100 - LEAST_PERCENT}
    return _("%(percent)s %%") % {"percent": format_number(percent)}


def share(value: float) -> str:
    """How often something happened, in whole percent."""
    return _("%(percent)s %%") % {"percent": format_number(100 * value)}


def plus_minus(rating: float, deviation: float) -> str:
    return f"{points(rating)} ± {points(deviation)}"
