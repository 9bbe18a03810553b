"""Sheets that another area has prepared: who sits where is known before the first number is typed.

Leagues read games, so the sheet cannot ask them who plays whom. An area above registers a source; an address
`?prepared=<source>:<key>` then opens a sheet with seats and names filled in, and the recorded game is handed back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.clubs.models import Club
from games.models import Game
from games.players.models import Player


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


class Source(Protocol):
    def prepare(self, *, key: str, viewer: Any) -> Prepared | None:
        """None when there is no such table for this viewer, or nothing left to enter."""
        ...

    def take(self, *, key: str, game: Game, viewer: Any) -> str:
        """The sheet was recorded as this game; may be told twice. Raises a UserError if the game does not fit.

        What whoever typed reads first, where it is not simply the result now; else empty.
        """
        ...


_sources: dict[str, Source] = {}


def register_source(name: str, source: Source) -> None:
    """Call it in the app's `ready`; a name registered again is replaced."""
    _sources[name] = source


def prepared_sheet(text: str, viewer: Any) -> Prepared | None:
    source, key = _find(text)
    return source.prepare(key=key, viewer=viewer) if source else None


def hand_over(text: str, game: Game, viewer: Any) -> str:
    """As `Source.take`."""
    source, key = _find(text)
    return source.take(key=key, game=game, viewer=viewer) if source else ""


def _find(text: str) -> tuple[Source | None, str]:
    name, _, key = text.partition(":")
    return _sources.get(name), key
