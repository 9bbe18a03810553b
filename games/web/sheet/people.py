"""From the names on a sheet to the people who sat there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from games.clubs.models import Club, PlayerAlias
from games.models import Game
from games.players.models import Player
from games.players.names import normalised, tidy
from games.services.results import Person
from games.web.sheet.paths import seat_path
from games.web.sheet.prepared import Prepared
from games.web.sheet.values import LONGEST_NAME, SheetValues
from scoring.description import Description
from scoring.types import Violation, params

# More names than anybody scrolls through; whoever is missing from the list can still be typed.
MOST_SUGGESTED = 500


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """Players whose typed name means them: `labels` are offered, `by_key` also knows other spellings."""

    labels: tuple[str, ...] = ()
    by_key: Mapping[str, Player] = field(default_factory=dict)

    def named(self, name: str) -> Player | None:
        return self.by_key.get(normalised(name))


@dataclass(frozen=True, slots=True)
class Kept:
    """Who sits in a seat of a recorded game, and how the viewer sees them."""

    person: Person
    shown: str


def known_players(viewer: Any, club: Club | None) -> KnownPlayers:
    """The players of the club whose names the viewer may know; outside clubs only the viewer."""
    if not viewer.is_authenticated:
        return KnownPlayers()
    if club is None:
        own = viewer.player_or_none
        return KnownPlayers((own.name,), {normalised(own.name): own}) if own else KnownPlayers()
    found = Player.objects.visible_to(viewer).filter(memberships__club=club).order_by("name_key", "pk")
    players = list(found[:MOST_SUGGESTED])
    keys = [player.name_key for player in players]
    by_key: dict[str, Player] = {}
    labels = []
    for player in players:
        # Two of the same name are told apart by what stands in the address of their pages.
        alone = keys.count(player.name_key) == 1
        labels.append(player.name if alone else f"{player.name} · {player.public_id}")
        by_key[normalised(labels[-1])] = player
    by_id = {player.pk: player for player in players}
    spellings = PlayerAlias.objects.filter(Q(club=club) | Q(club=None), player__in=by_id)
    for alias in spellings:
        by_key.setdefault(alias.spelling_key, by_id[alias.player_id])
    return KnownPlayers(tuple(labels), by_key)


def kept_people(game: Game) -> list[Kept]:
    """The people of a game that was fetched for its viewer (`game_for`)."""
    kept = []
    for seat in game.seats.all():
        shown = seat.player.shown.name if seat.player else seat.name
        kept.append(Kept(Person(player=seat.player, name="" if seat.player else seat.name), shown))
    return kept


def prepared_people(prepared: Prepared) -> list[Kept]:
    """The people of a prepared sheet, in the order of its seats."""
    return [Kept(Person(player=player), player.shown.name) for player in prepared.players]


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
