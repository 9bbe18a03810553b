"""Which games are rated together: everyone's, a club's, and what other apps add (a season).

A scope's text is its prefix alone ("everyone") or prefix and public id ("club:k3m9x2w7qd"). With a game system it names
a pool: "<system>/everyone".
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from django.db.models import Q
from django.utils.translation import gettext as _

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club
from games.players.viewers import Viewer, is_stranger
from games.results.models import Game

EVERYONE = "everyone"


class PoolKey(NamedTuple):
    system: str
    scope: str

    @classmethod
    def parse(cls, key: str) -> "PoolKey":
        system, _, scope = key.partition("/")
        return cls(system, scope)

    def __str__(self) -> str:
        return f"{self.system}/{self.scope}"

    @property
    def prefix(self) -> str:
        return self.scope.partition(":")[0]

    @property
    def ident(self) -> str:
        return self.scope.partition(":")[2]


class Scope(Protocol):
    """One kind of scope. `ident` is what stands behind the colon, "" when there is only one."""

    prefix: str

    def idents_of(self, game: Game) -> Iterable[str]:
        """The scopes this game may belong to, or may have belonged to before it changed: these look again."""
        ...

    def idents(self) -> Iterable[str]:
        """Every scope there is, for a rebuild."""
        ...

    def games(self, ident: str) -> Q:
        """Which games belong to it; only counted ones of one system are ever asked for."""
        ...

    def listed_for(self, viewer: Viewer) -> Iterable[str]:
        """The scopes to offer to a viewer, of those they may see."""
        ...

    def labels(self, idents: Iterable[str], viewer: Viewer) -> Mapping[str, str]:
        """The names of these scopes, those left out that the viewer may not see."""
        ...


class Everyone:
    """All games but those of private clubs: what moves a table that everybody sees must be open to everybody who
    has its address, and a private club's games are for its members.
    """

    prefix = EVERYONE

    def idents_of(self, game: Game) -> list[str]:
        return [""]

    def idents(self) -> list[str]:
        return [""]

    def games(self, ident: str) -> Q:
        return Q(club=None) | ~Q(club__visibility=ClubVisibility.PRIVATE)

    def listed_for(self, viewer: Viewer) -> list[str]:
        return [""]

    def labels(self, idents: Iterable[str], viewer: Viewer) -> dict[str, str]:
        return dict.fromkeys(idents, _("Everyone"))


class OneClub:
    """A club's own games, for whoever may open the club."""

    prefix = "club"

    def idents_of(self, game: Game) -> list[str]:
        return [game.club.public_id] if game.club else []

    def idents(self) -> Iterable[str]:
        return Club.objects.order_by("pk").values_list("public_id", flat=True)

    def games(self, ident: str) -> Q:
        return Q(club__public_id=ident)

    def listed_for(self, viewer: Viewer) -> Iterable[str]:
        return [] if is_stranger(viewer) else Club.objects.of(viewer).values_list("public_id", flat=True)

    def labels(self, idents: Iterable[str], viewer: Viewer) -> dict[str, str]:
        clubs = Club.objects.visible_to(viewer).filter(public_id__in=list(idents))
        return dict(clubs.values_list("public_id", "name"))


_scopes: dict[str, Scope] = {scope.prefix: scope for scope in (Everyone(), OneClub())}


def register_scope(scope: Scope) -> None:
    """Called once per kind from the `ready` of the app above that owns it."""
    if type(_scopes.get(scope.prefix, scope)) is not type(scope):
        raise ValueError(f"two scopes are named {scope.prefix}")
    _scopes[scope.prefix] = scope


def scope_named(prefix: str) -> Scope:
    return _scopes[prefix]


def scopes() -> Iterable[Scope]:
    """Everyone's and clubs' first, then the others as they were registered."""
    return _scopes.values()


def scope_text(scope: Scope, ident: str) -> str:
    return f"{scope.prefix}:{ident}" if ident else scope.prefix


def pool_keys_of(game: Game) -> list[str]:
    """Every pool that must look at the game again when it has changed."""
    return [
        str(PoolKey(game.system, scope_text(scope, ident)))
        for scope in scopes()
        for ident in scope.idents_of(game)
    ]
