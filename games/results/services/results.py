"""From what people typed to the stored result: the one place where sheets are scored and written.

People confirm the sheet, who sits where, and the day (`content_of`). Notes, place and duration are not part of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from games.players.models import Player
from games.players.names import normalised
from games.results.models import Game, GameOption, Seat, SheetVersion
from games.results.services.errors import (
    PlayerTwiceError,
    SeatsMismatchError,
    SheetRejectedError,
    UnknownSystemError,
    WarningsUnconfirmedError,
)
from scoring import registry
from scoring.description import Description
from scoring.ruleset import Ruleset
from scoring.types import Breakdown, SeatScore

LONGEST_GAME_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """When and where a game was played; none of it changes the score."""

    played_on: date
    finished_at: datetime | None = None
    place: str = ""
    duration_minutes: int | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who sits in a seat: a player, or only a name; neither for a bot."""

    player: Player | None = None
    name: str = ""

    @property
    def shown_name(self) -> str:
        return self.player.name if self.player else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSheet:
    """A sheet that passed every check, tidied, with its result."""

    system: str
    raw: dict[str, Any]
    breakdown: Breakdown


def score_sheet(
    *, system: str, sheet: object, people: Sequence[Person], warnings_confirmed: bool
) -> ScoredSheet:
    """Check and score, or say everything that is wrong with it."""
    ruleset = ruleset_named(system)
    checked = ruleset.check(sheet)
    if checked.violations or checked.sheet is None:
        raise SheetRejectedError(checked.violations)
    if checked.warnings and not warnings_confirmed:
        raise WarningsUnconfirmedError(checked.warnings)
    breakdown = ruleset.score(checked.sheet)
    if len(breakdown.seats) != len(people):
        raise SeatsMismatchError
    refuse_twice(people)
    return ScoredSheet(system=system, raw=ruleset.to_raw(checked.sheet), breakdown=breakdown)


def write_result(
    game: Game, scored: ScoredSheet, circumstances: Circumstances, people: Sequence[Person]
) -> None:
    """Make the game, its seats and its options say what the sheet says. Seats keep their rows, and with them
    the verdicts and everything else that points to them.
    """
    is_new = game.pk is None
    fill_in(game, scored, circumstances)
    game.save()
    seats = seats_of(game, scored, people)
    if not is_new:
        # Players may have changed places: free all seats first, so that nobody sits twice for a moment.
        game.seats.update(player=None)
        game.seats.filter(index__gte=len(seats)).delete()
        game.options.all().delete()
    Seat.objects.bulk_create(
        seats,
        update_conflicts=True,
        unique_fields=["game", "index"],
        update_fields=["is_bot", "player", "name", "faction", "total", "rank", "lines"],
    )
    GameOption.objects.bulk_create(options_of(game, scored))


def ruleset_named(system: str) -> Ruleset[Any]:
    try:
        return registry.get(system)
    except KeyError:
        raise UnknownSystemError from None


def refuse_twice(people: Sequence[Person]) -> None:
    # By what is known of a player before they are stored: a file may bring guests along.
    seated = [person.player.public_id for person in people if person.player]
    if len(seated) != len(set(seated)):
        raise PlayerTwiceError


def facts_of(circumstances: Circumstances, people: Sequence[Person]) -> dict[str, Any]:
    """Circumstances and seating as kept with every version of the sheet."""
    return {
        "played_on": circumstances.played_on.isoformat(),
        "finished_at": circumstances.finished_at.isoformat() if circumstances.finished_at else None,
        "place": circumstances.place,
        "duration_minutes": circumstances.duration_minutes,
        "notes": circumstances.notes,
        "people": [
            {"player": person.player.public_id if person.player else None, "name": person.shown_name}
            for person in people
        ],
    }


def circumstances_from(facts: dict[str, Any]) -> Circumstances:
    finished_at = facts.get("finished_at")
    return Circumstances(
        played_on=date.fromisoformat(facts["played_on"]),
        finished_at=datetime.fromisoformat(finished_at) if finished_at else None,
        place=facts["place"],
        duration_minutes=facts["duration_minutes"],
        notes=facts["notes"],
    )


def fill_in(game: Game, scored: ScoredSheet, circumstances: Circumstances) -> None:
    """Everything the row of a game says of its sheet; nothing is stored."""
    for name, value in asdict(circumstances).items():
        setattr(game, name, value)
    breakdown = scored.breakdown
    game.engine_version = breakdown.version
    # Whatever was known before, now there is a sheet.
    game.totals_only = False
    game.seat_count = len(breakdown.seats)
    game.margin = breakdown.margin
    game.best_total = max(seat.total for seat in breakdown.seats)


def seats_of(game: Game, scored: ScoredSheet, people: Sequence[Person]) -> list[Seat]:
    description = ruleset_named(game.system).description
    return [
        Seat(game=game, index=index, **seat_values(score, raw_seat, person, description))
        for index, (score, raw_seat, person) in enumerate(
            zip(scored.breakdown.seats, scored.raw["seats"], people, strict=True)
        )
    ]


def options_of(game: Game, scored: ScoredSheet) -> list[GameOption]:
    chosen = chosen_options(scored.raw, ruleset_named(game.system).description)
    return [GameOption(game=game, key=key, value=value) for key, value in chosen.items()]


def add_version(game: Game, scored: ScoredSheet, facts: dict[str, Any], **about: Any) -> SheetVersion:
    return SheetVersion.objects.create(
        game=game, number=game.version, content=game.content, sheet=scored.raw, facts=facts, **about
    )


def chosen_options(raw: dict[str, Any], description: Description) -> dict[str, str]:
    """The options that differ from their default, as texts to filter by."""
    blanks = {option.key: option.blank for option in description.options}
    return {
        key: "yes" if value is True else str(value)
        for key, value in raw["options"].items()
        if value != blanks[key]
    }


def seat_values(
    score: SeatScore, raw_seat: dict[str, Any], person: Person, description: Description
) -> dict[str, Any]:
    """What a seat's row says besides its game and place."""
    lines: dict[str, list[int]] = {}
    for line in score.lines:
        kept = lines.setdefault(line.key, [0, 0])
        kept[0] += line.quantity or 0
        kept[1] += line.vp
    return {
        "is_bot": score.kind in {kind.key for kind in description.seat_kinds if kind.bot},
        "player": person.player,
        "name": person.shown_name,
        "faction": raw_seat.get(description.dimension) or "",
        "total": score.total,
        "rank": score.place,
        "lines": lines,
    }


def content_of(game: Game, sheet: Mapping[str, Any], facts: Mapping[str, Any]) -> int:
    """The number of the first version that said the same, or of the version to come."""
    versions = list(game.versions.order_by("number")) if game.pk else []
    players = present_players([facts, *(version.facts for version in versions)])
    judged = _judged(sheet, facts, players)
    same = (version for version in versions if _judged(version.sheet, version.facts, players) == judged)
    first: SheetVersion | None = next(same, None)
    return first.content if first else game.version


def _judged(
    sheet: Mapping[str, Any], facts: Mapping[str, Any], players: Mapping[str, Player]
) -> tuple[object, ...]:
    # A sheet may repeat the names that were typed; who sits where is told by the list of people alone.
    seats = [{key: value for key, value in seat.items() if key != "player"} for seat in sheet["seats"]]
    people = [
        (players[person["player"]].pk if person["player"] in players else person["player"], "")
        if person["player"]
        else (None, person["name"])
        for person in facts["people"]
    ]
    return dict(sheet) | {"seats": seats}, people, facts["played_on"]


def is_called_the_same(seat: Seat, person: Person) -> bool:
    """Whether who sits in the seat is that person, as far as the others can tell: a name that was typed and a player of
    that name are.
    """
    if seat.player_id:
        return person.player is not None and person.player.pk == seat.player_id
    return normalised(seat.name) == normalised(person.shown_name)


def present_players(all_facts: Iterable[Mapping[str, Any]]) -> dict[str, Player]:
    """By the ids in the facts of versions; players merged since are the ones they were merged into."""
    keys = {person["player"] for facts in all_facts for person in facts["people"] if person["player"]}
    players = Player.with_merged.filter(public_id__in=keys)
    return {player.public_id: _present(player) for player in players}


def _present(player: Player) -> Player:
    while player.merged_into is not None:
        player = player.merged_into
    return player
