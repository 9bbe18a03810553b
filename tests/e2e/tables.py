"""What the browser tests of prepared sheets have in common: the sheet of a table of a tournament, or of a game of a
league's schedule, numbers that tell every sheet from every other, and what came of them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from games.results.models import Game
from scoring import registry
from tests.e2e.sheets import CLANS, fill, open_sheet
from tests.factories.games import clans_seat, clans_sheet
from tournaments.events.models import EventTable
from tournaments.leagues.models import Fixture

CLAN_NAMES = ("campbell", "stewart", "robertson", "buchanan")
PLAIN = f"{CLANS}?human=3"

Rows = Sequence[Mapping[str, Any]]


def players_of(table: EventTable | Fixture) -> list[Any]:
    return [
        seat.participant.player
        for seat in table.seats.select_related("participant__player").order_by("index")
    ]


def sheet_of(table: EventTable | Fixture) -> str:
    source = "event" if isinstance(table, EventTable) else "league"
    return f"{CLANS}?prepared={source}:{table.public_id}"


def rows(seats: int, number: int) -> Rows:
    """What is typed into a sheet; each number makes another sheet with other totals."""
    return [
        clans_seat(clan=clan, glory=30 + (number + seat) % 20, money=20 + number // 20)
        for seat, clan in enumerate(CLAN_NAMES[:seats])
    ]


def totals(typed: Rows) -> list[int]:
    ruleset = registry.get("clans_of_caledonia")
    return [seat.total for seat in ruleset.score(ruleset.check(clans_sheet(*typed)).sheet).seats]


def type_rows(page: Page, typed: Rows) -> None:
    fill(
        page, {f"seats[{seat}].{key}": value for seat, row in enumerate(typed) for key, value in row.items()}
    )


def leave_a_ghost(page: Page, address: str, *names: str, number: int = 90) -> None:
    """An unfinished sheet that nobody finished: the page is left with numbers in it."""
    open_sheet(page, address)
    fill(page, {f"seats[{seat}].player": name for seat, name in enumerate(names)})
    type_rows(page, rows(page.locator('[name$=".kind"]').count(), number))


def result_of(game: Game) -> list[tuple[str, int]]:
    return [(seat.name, seat.total) for seat in game.seats.order_by("index")]


def drafts_on(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        """() => Object.entries(localStorage)
            .filter(([name]) => name.startsWith("caledonia.draft."))
            .map(([, draft]) => JSON.parse(draft))"""
    )
    return found
