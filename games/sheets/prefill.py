"""Sheets that another area has prepared: who sits where is known before the first number is typed.

Leagues read games, so the sheet cannot ask them who plays whom. An area above registers a source; an address
`?prepared=<source>:<key>` then opens a sheet with seats and names filled in, and the recorded game is handed back.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Protocol

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import Club
from games.players.actors import Actor, Viewer
from games.players.models import Player
from games.results.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """People in the order of the seats (`shown` to the viewer), and values by their path, such as the turn order.

    `title` and `back` tell whoever types what the game is for, and lead back there; `notice` is what they should know
    before they type, such as that somebody else has entered it.
    """

    club: Club
    system: str
    players: Sequence[Player]
    title: str
    back: str
    notice: str = ""
    cells: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seating(self) -> str:
        """Who sits where, in short. A sheet that was begun for other people is another sheet: tables are drawn anew."""
        seated = " ".join(player.public_id for player in self.players)
        return sha256(seated.encode()).hexdigest()[:16]


class NotWaitingError(UserError):
    code = "not_waiting"
    message = _("This game is not waiting for a result any more.")


class NotAtTableError(UserError):
    code = "not_at_table"
    message = _(
        "You do not sit at this table, so you cannot enter its result. Its players can, and whoever keeps the club’s "
        "scores."
    )
    status = 403


class Source(Protocol):
    def prepare(self, *, key: str, viewer: Viewer) -> Prepared | None:
        """None when there is no such table for this viewer, or nothing left to enter."""
        ...

    def prepare_at_table(self, *, key: str) -> Prepared | None:
        """For whoever holds the slip of the table, whatever account they have or have not: everybody there reads every
        name. None when nothing is left to enter.
        """
        ...

    def waits(self, *, key: str, viewer: Viewer) -> bool:
        """Whether the viewer may know of the table and it waits for a result, whoever may enter it."""
        ...

    def take(self, *, key: str, game: Game, viewer: Actor) -> str:
        """The sheet was recorded as this game; may be told twice. Raises a UserError if the game does not fit:
        NotWaitingError where there is no such table, a ResultElsewhereError for the result of another one.

        What whoever typed reads first, where it is not simply the result now; else empty.
        """
        ...

    def titles(self, *, keys: Iterable[str], viewer: Viewer) -> Mapping[str, str]:
        """What sheets are called, also where nothing is left to enter; only of those the viewer may know."""
        ...


_sources: dict[str, Source] = {}


def register_source(name: str, source: Source) -> None:
    """Call it in the app's `ready`; a name registered again is replaced."""
    _sources[name] = source


def prepared_sheet(text: str, viewer: Viewer) -> Prepared | None:
    source, key = _find(text)
    return source.prepare(key=key, viewer=viewer) if source else None


def sheet_at_table(text: str) -> Prepared | None:
    """As `Source.prepare_at_table`. Only for whoever has proved that they hold the slip."""
    source, key = _find(text)
    return source.prepare_at_table(key=key) if source else None


# Where a prepared table fills in a sheet together, by what stands in its address; told by the area that knows.
_find_together: list[Callable[[str], str]] = []


def register_together(find: Callable[[str], str]) -> None:
    """Call it in the app's `ready`."""
    _find_together[:] = [find]


def together_address(text: str) -> str:
    """Of the sheet that the people of a prepared table fill in together now; empty without one."""
    return _find_together[0](text) if text and _find_together else ""


def why_not_prepared(text: str, viewer: Viewer) -> UserError:
    """Of a sheet that `prepared_sheet` does not give to the viewer."""
    source, key = _find(text)
    return NotAtTableError() if source and source.waits(key=key, viewer=viewer) else NotWaitingError()


def hand_over(text: str, game: Game, viewer: Actor) -> str:
    """As `Source.take`."""
    source, key = _find(text)
    return source.take(key=key, game=game, viewer=viewer) if source else ""


def titles_of(texts: Iterable[str], viewer: Viewer) -> dict[str, str]:
    """By what stands in the addresses; in a number of queries that does not grow with them."""
    keys: dict[str, set[str]] = defaultdict(set)
    for text in texts:
        name, _colon, key = text.partition(":")
        keys[name].add(key)
    return {
        f"{name}:{key}": title
        for name, source in _sources.items()
        if name in keys
        for key, title in source.titles(keys=keys[name], viewer=viewer).items()
    }


def _find(text: str) -> tuple[Source | None, str]:
    name, _colon, key = text.partition(":")
    return _sources.get(name), key
