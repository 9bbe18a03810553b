"""From the names on a sheet to the people who sat there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.models.seat import shown_at_table
from games.players.names import normalised, tidy
from games.selectors.known_players import KnownPlayers
from games.services.results import Person
from games.web.sheet.paths import seat_path
from games.web.sheet.prepared import Prepared
from games.web.sheet.values import LONGEST_NAME, SheetValues
from scoring.description import Description
from scoring.types import Violation, params


@dataclass(frozen=True, slots=True)
class Kept:
    """Who sits in a seat of a recorded game, and how the viewer sees them."""

    person: Person
    shown: str


def kept_people(game: Game) -> list[Kept]:
    """The people of a game that was fetched for its viewer (`game_for`)."""
    kept = []
    for seat in game.seats.all():
        shown = seat.shown
        name = "" if shown else seat.name
        kept.append(Kept(Person(player=seat.player, name=name), shown.name if shown else name))
    return kept


def prepared_people(prepared: Prepared, viewer: Any) -> list[Kept]:
    """The people of a prepared sheet, in the order of its seats; whoever sits among them reads every name."""
    sits_there = bool(viewer.is_authenticated) and any(
        one.account_id == viewer.pk for one in prepared.players
    )
    return [
        Kept(Person(player=player), shown_at_table(player, is_named_at_table=sits_there).name)
        for player in prepared.players
    ]


def people_of(
    description: Description, values: SheetValues, known: KnownPlayers, kept: Sequence[Kept] = ()
) -> list[Person]:
    """A seat whose name was left as it was shown keeps its person, also one whose name the viewer may not know."""
    bots = {kind.key for kind in description.seat_kinds if kind.bot}
    people = []
    for index, (kind, name) in enumerate(zip(values.kinds, values.names, strict=True)):
        if kind in bots:
            people.append(Person())
        elif _is_kept(kept, index, name):
            people.append(kept[index].person)
        elif player := known.named(name):
            people.append(Person(player=player))
        else:
            people.append(Person(name=tidy(name)))
    return people


def name_problems(values: SheetValues, kept: Sequence[Kept] = ()) -> Iterator[Violation]:
    """Two people of one name could not be told apart in the result."""
    holders: dict[str, int] = {}
    for index, name in enumerate(values.names):
        path = seat_path(index, "player")
        if len(name) > LONGEST_NAME:
            yield Violation("too_long", path, params(maximum=LONGEST_NAME))
        elif name and not _is_kept(kept, index, name):
            holder = holders.setdefault(normalised(name), index)
            if holder != index:
                yield Violation("taken", path, params(seat=holder))


def _is_kept(kept: Sequence[Kept], index: int, name: str) -> bool:
    return index < len(kept) and bool(name) and kept[index].shown == name
