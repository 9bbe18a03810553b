"""A whole tournament of 13 players, entered on their own phones, with everything that may come in between: unfinished
sheets of the same shape, of earlier tables and of other devices; answers that come late or never; second tabs, second
phones, the back button, no connection. No result may end up at another table, nothing typed may be lost.

Each order of events follows from its seed alone, and what lies on the phones from the orders before it: run the file
again and the same happens again.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from games.results.enums import GameState
from games.results.models import Draft, Game
from games.results.services.drafts import save_draft
from tests.e2e.accounts import signed_in_as
from tests.e2e.sheets import CLANS, cell, open_sheet, record, scripts_have_taken_over, toast
from tests.e2e.tables import (
    drafts_on,
    leave_a_ghost,
    players_of,
    result_of,
    rows,
    sheet_of,
    totals,
    type_rows,
)
from tests.factories.events import event_of, posted_round
from tournaments.events.models import EventTable
from tournaments.formats.stages import Kind, Stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS, ROUNDS, ORDERS = 13, 13, 50
DRAFT = re.compile(r"/score/drafts/[0-9a-f-]{36}$")
SHEET = re.compile(r"/score/clans_of_caledonia/$")
GAME = "**/games/*/"
# Several answers after each other are waited for.
PATIENCE_MS = 30_000
# Every request waits before it is sent, and its answer before it is read, for as long as the test has said.
SLOW_NETWORK = """
    const quick = window.fetch;
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    window.waits = [];
    const next = () => wait(window.waits.length > 0 ? window.waits.shift() : 0);
    window.fetch = async (...request) => {
        await next();
        const answer = await quick(...request);
        await next();
        return answer;
    };
"""


@dataclass
class Phone:
    """One player's phone. `typed`: the numbers of the sheets that were left unfinished on it."""

    player: Any
    page: Page
    sent_drafts: list[Request] = field(default_factory=list)
    typed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.on("request", self._notice)

    def _notice(self, request: Request) -> None:
        if request.method == "PUT" and DRAFT.search(request.url):
            self.sent_drafts.append(request)

    def unfinished(self) -> set[int]:
        return {number_of(draft["fields"]) for draft in drafts_on(self.page)} - {None}

    def leave(self) -> None:
        self.page.goto("/healthz")


def number_of(fields: dict[str, list[str]]) -> int | None:
    """Which sheet it is; see `rows`."""
    glory, money = (fields.get(f"seats[0].{key}") for key in ("glory", "money"))
    return 20 * (int(money[0]) - 20) + int(glory[0]) - 30 if glory and money else None


@pytest.fixture
def event():
    today = timezone.localdate()
    stages = (Stage(kind=Kind.SWISS, rounds=ROUNDS),)
    return event_of(players=PLAYERS, stages=stages, starts_on=today, ends_on=today)


@pytest.fixture
def phone_of(new_device, live_server) -> Callable[[Any], Phone]:
    phones: dict[int, Phone] = {}

    def find(player: Any) -> Phone:
        if player.pk not in phones:
            device = new_device()
            device.add_init_script(SLOW_NETWORK)
            page = device.new_page()
            signed_in_as(page, live_server, player.account)
            phones[player.pk] = Phone(player, page)
        return phones[player.pk]

    return find


def test_no_result_is_misplaced_in_fifty_orders_of_events(event, phone_of):
    numbers = iter(range(10_000))
    waiting: list[EventTable] = []
    for seed in range(ORDERS):
        # Two tables now and then, so that every round is played to its end.
        for _ in range(2 if seed % 25 == 12 else 1):
            if not waiting:
                waiting = list(posted_round(event).tables.order_by("number"))
                assert len(waiting) == 4
            table = waiting.pop(0)
            try:
                Order(seed, table, phone_of, numbers).play()
            except Exception as error:
                error.add_note(f"order {seed}: {table}")
                raise
    tables = EventTable.objects.filter(round__event=event)
    assert (tables.count(), tables.filter(game=None).count(), event.rounds.count()) == (4 * ROUNDS, 0, ROUNDS)
    assert not tables.exclude(rival=None).exists()


class Order:
    """How one table's result comes in."""

    def __init__(self, seed: int, table: EventTable, phone_of: Callable[[Any], Phone], numbers: Any) -> None:
        self.chance = random.Random(seed)
        self.table = table
        self.players = players_of(table)
        self.numbers = numbers
        self.number = next(numbers)
        first, second = self.chance.sample(self.players, 2)
        self.phone, self.other = phone_of(first), phone_of(second)

    def play(self) -> None:
        self.phone.sent_drafts.clear()
        # What was left by earlier orders lies there as well.
        ghosts = [self.ghost_of_the_shape, self.ghost_of_another_table, self.ghost_elsewhere]
        self.chance.choice([*ghosts, nothing, nothing, nothing])()
        if self.chance.random() < 0.2:
            self.begins_on_the_other_phone()
        page = self.phone.page
        self.open(page)
        type_rows(page, rows(len(self.players), self.number))
        if self.chance.random() < 0.6:
            # The sheet is kept on the server at once, and the answer may come whenever it likes.
            page.evaluate("dispatchEvent(new Event('online'))")
        self.chance.choice([self.reload, self.go_back, self.second_tab, nothing, nothing])()
        self.slow_down(page)
        self.chance.choice(
            [self.record, self.record, self.record_twice, self.record_offline, self.lose_the_answer]
        )()
        self.drafts_arrive_late()
        if self.chance.random() < 0.2:
            self.records_the_same_on_the_other_phone()
        self.check()

    # What lies there before

    def ghost_of_the_shape(self) -> None:
        self.leave_ghost(f"{CLANS}?human={len(self.players)}", "Una", "Duncan", "Tara")

    def ghost_of_another_table(self) -> None:
        seated = EventTable.objects.filter(
            round__event=self.table.event, seats__participant__player=self.phone.player, decision=""
        )
        if before := seated.exclude(pk=self.table.pk).order_by("pk").last():
            self.leave_ghost(sheet_of(before))

    def leave_ghost(self, address: str, *names: str) -> None:
        # One that lies there already is gone on with: what was in it before is then typed over.
        self.phone.leave()
        before = self.phone.unfinished()
        number = next(self.numbers)
        leave_a_ghost(self.phone.page, address, *names, number=number)
        self.phone.leave()
        self.phone.typed = (self.phone.typed & self.phone.unfinished()) | {number}
        assert len(before - self.phone.unfinished()) <= 1

    def ghost_elsewhere(self) -> None:
        """The same account has begun the sheet of this very table on another device."""
        typed = rows(len(self.players), next(self.numbers))
        fields = {
            f"seats[{seat}].{key}": [str(value)]
            for seat, row in enumerate(typed)
            for key, value in row.items()
        }
        fields |= {f"seats[{seat}].kind": ["human"] for seat in range(len(typed))}
        fields["prepared"] = [f"event:{self.table.public_id}"]
        save_draft(
            actor=self.phone.player.account,
            idempotency_key=uuid4(),
            system="clans_of_caledonia",
            content={"fields": fields},
            expected_revision=0,
        )

    def begins_on_the_other_phone(self) -> None:
        number = next(self.numbers)
        self.open(self.other.page)
        type_rows(self.other.page, rows(len(self.players), number))
        self.other.leave()
        self.other.typed.add(number)

    # What happens to the page

    def open(self, page: Page) -> None:
        open_sheet(page, sheet_of(self.table))
        names = [cell(page, f"seats[{seat}].player").input_value() for seat in range(len(self.players))]
        assert names == [player.name for player in self.players]
        expect(cell(page, "seats[0].glory")).to_have_value("")

    def slow_down(self, page: Page) -> None:
        waits = [self.chance.choice([0, 0, 30, 120, 400]) for _ in range(12)]
        page.evaluate("(waits) => (window.waits = waits)", waits)

    def reload(self) -> None:
        self.phone.page.reload()
        self.is_there_again()

    def go_back(self) -> None:
        self.phone.page.goto("/healthz")
        self.phone.page.go_back()
        self.is_there_again()

    def is_there_again(self) -> None:
        scripts_have_taken_over(self.phone.page)
        expected = str(rows(len(self.players), self.number)[0]["glory"])
        expect(cell(self.phone.page, "seats[0].glory")).to_have_value(expected)
        expect(cell(self.phone.page, "seats[0].player")).to_have_value(self.players[0].name)

    def second_tab(self) -> None:
        """Somebody opens the link of the table once more, types something and closes it."""
        tab = self.phone.page.context.new_page()
        self.open(tab)
        number = next(self.numbers)
        type_rows(tab, rows(len(self.players), number))
        tab.close()
        self.phone.typed.add(number)

    # How it is sent

    def record(self) -> None:
        record(self.phone.page)
        self.phone.page.wait_for_url(GAME)

    def record_twice(self) -> None:
        self.phone.page.get_by_role("button", name="Record the game").dblclick()
        self.phone.page.wait_for_url(GAME)

    def record_offline(self) -> None:
        page = self.phone.page
        page.context.set_offline(True)
        record(page)
        expect(toast(page, "sending")).to_contain_text("The sheet waits here", timeout=PATIENCE_MS)
        page.context.set_offline(False)
        page.wait_for_url(GAME)

    def lose_the_answer(self) -> None:
        page = self.phone.page

        def swallow(route: Any) -> None:
            if route.request.method == "POST":
                route.fetch(max_redirects=0)
                route.abort("connectionreset")
            else:
                route.fallback()

        page.route(SHEET, swallow)
        record(page)
        expect(toast(page, "sending")).to_contain_text("The sheet waits here", timeout=PATIENCE_MS)
        page.unroute(SHEET)
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_url(GAME)

    def drafts_arrive_late(self) -> None:
        """What the phone had sent to be kept comes once more, after the game."""
        for request in self.phone.sent_drafts[-1:]:
            headers = {name: request.headers[name] for name in ("content-type", "x-csrftoken", "referer")}
            answer = self.phone.page.context.request.put(request.url, headers=headers, data=request.post_data)
            assert answer.status == 410

    def records_the_same_on_the_other_phone(self) -> None:
        page = self.other.page
        open_sheet(page, sheet_of(self.table))
        type_rows(page, rows(len(self.players), self.number))
        # What they had begun of this table is what they finish now.
        self.other.typed &= self.other.unfinished()
        self.slow_down(page)
        record(page)
        page.wait_for_url(GAME)

    # What came of it

    def check(self) -> None:
        self.table.refresh_from_db()
        expected = totals(rows(len(self.players), self.number))
        assert self.table.rival is None
        assert result_of(self.table.game) == [
            (player.name, total) for player, total in zip(self.players, expected, strict=True)
        ]
        typed = self.table.game.versions.get(number=1).sheet["seats"]
        assert [seat["glory"] for seat in typed] == [
            row["glory"] for row in rows(len(self.players), self.number)
        ]
        # The same from a second phone does not count a second time.
        assert (
            Game.objects.exclude(state=GameState.VOID).count()
            == EventTable.objects.exclude(game=None).count()
        )
        recorded = {str(key) for key in Game.objects.values_list("idempotency_key", flat=True)}
        assert not Draft.objects.filter(idempotency_key__in=recorded).exists()
        for phone in (self.phone, self.other):
            phone.leave()
            assert not recorded & {draft["key"] for draft in drafts_on(phone.page)}
            assert phone.typed <= phone.unfinished()


def nothing() -> None:
    """Nothing comes in between."""
