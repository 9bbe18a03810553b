"""Doing what the worker would do, and games with known results."""

from datetime import date
from typing import Any

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.rebuild import rebuild
from caledonia_site.common.jobs.runner import Outcome, due_keys, process_marks
from caledonia_site.common.public_id import new_public_id
from games.results.models import Game, Seat
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import settle_game
from games.stats.filters.filter_set import FilterSet
from games.stats.filters.games import ChosenClub
from games.stats.models import StatsSegment
from tests.factories.games import clans_seat, clans_sheet, keeper, recorded_game

SYSTEM = "clans_of_caledonia"


def filter_set(
    *,
    system: str = SYSTEM,
    options: Any = (),
    setup: Any = (),
    seat: Any = (),
    club: Any = None,
    **plain: Any,
) -> FilterSet:
    """Options, set-up and seat as pairs of field and value, which is shorter than the names of the address."""
    values = plain | {"club": ChosenClub(club) if club else None}
    if "factions" in values:
        values["faction"] = tuple(sorted(values.pop("factions")))
    for prefix, pairs in (("option.", options), ("setup.", setup), ("seat.", seat)):
        for field, value in pairs:
            key = prefix + field
            values[key] = tuple(sorted({*values.get(key, ()), value}))
    return FilterSet.of(system, values)


def refresh_statistics() -> None:
    """Bring the segments up to date; the fits of worths are left to the tests that want them."""
    for topic, key in due_keys():
        if topic == "statistics":
            assert process_marks(topic=topic, key=key) is Outcome.CLEAN
    assert not DirtyMark.objects.filter(topic="statistics").exists()


def fit_all() -> None:
    list(rebuild(topic="statistics_worth"))


def segments() -> list[tuple[Any, ...]]:
    """Everything stored about games, to compare."""
    return list(
        StatsSegment.objects.order_by("system", "number").values_list(
            "system", "number", "layout", "digest", "games"
        )
    )


def played(
    *seats: dict[str, Any],
    people: list[Person] | None = None,
    day: date = date(2026, 5, 2),
    setup: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    counts: bool = True,
    **fields: Any,
) -> Game:
    """A game that counts, whatever its club's rule; seats are those of `clans_seat` with these changes."""
    sheet = clans_sheet(*(clans_seat(**seat) for seat in seats), **(options or {}))
    if setup:
        sheet["setup"] = setup
    game = recorded_game(
        *(people or []),
        sheet=sheet,
        circumstances=Circumstances(played_on=day),
        warnings_confirmed=True,
        **fields,
    )
    if counts and not game.counts:
        game = settle_game(actor=keeper(), game=game, version=game.version)
    return game


def two(first: str = "campbell", second: str = "stewart", **fields: Any) -> Game:
    """Two clans; the first has 84 VP, the second 64."""
    return played({"clan": first}, {"clan": second, "contracts": 4, "settlements": 6}, **fields)


def copy_of(game: Game, *, day: date) -> Game:
    """The same table on another day, for tests that need many games; without news, so mark the games after."""
    seats, version = list(game.seats.all()), game.versions.get(number=game.version)
    copy = Game.objects.get(pk=game.pk)
    copy.pk, copy.public_id, copy.played_on = None, new_public_id(), day
    copy.save(force_insert=True)
    for seat in seats:
        seat.pk, seat.game = None, copy
    Seat.objects.bulk_create(seats)
    version.pk, version.game = None, copy
    version.save(force_insert=True)
    return copy
