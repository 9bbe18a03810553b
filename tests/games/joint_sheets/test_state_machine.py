"""Whatever phones do, in whatever order it arrives: all end equal, equal to the server, and nothing is lost unseen."""

from dataclasses import dataclass, field
from itertools import count, groupby
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.joint_sheets.enums import JointState, SetupWriting, Writing
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import Batch, Change, cells_from_json
from games.joint_sheets.selectors.news import here_at, news_of
from games.joint_sheets.services.changes import send_changes
from games.joint_sheets.services.choices import (
    SILENT_KEEPER,
    choose_setup,
    choose_writing,
    free_seat,
    hand_on,
    renew_code,
    take_over,
)
from games.joint_sheets.services.errors import (
    KeeperIsHereError,
    MissingChangesError,
    NoSuchPhoneError,
    NotJoinedError,
    NotKeeperError,
    SeatTakenError,
    SheetOverError,
)
from games.joint_sheets.services.phones import device_at, leave_table, take_seat
from games.joint_sheets.services.record import form_of, record_sheet
from games.joint_sheets.services.sheets import open_sheet
from games.results.models import Game
from games.sheets.record import Recorded
from tests.examples import examples
from tests.factories.games import two_seats
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import posted_sheet

pytestmark = pytest.mark.django_db

PHONES = st.integers(0, 3)
SEATS = st.sampled_from([None, 0, 1])
NAMES = st.sampled_from(
    [
        "seats[0].money", "seats[1].money", "seats[0].glory", "seats[1].player", "notes", "options.train",
        "seats[0].kind", "seats[7].money",
    ]
)  # fmt: skip
COLUMNS = st.sampled_from(["seats[0].money", "seats[1].money"])
VALUES = st.sampled_from([(), ("1",), ("2",)])


@dataclass
class Browser:
    """A phone as its script keeps it: what the server told (`view`), and what waits to be sent."""

    device: str
    actor: object
    page: str = ""
    seq: int = 0
    since: int = 0
    view: dict = field(default_factory=dict)
    seen: dict = field(default_factory=dict)
    queue: list = field(default_factory=list)
    is_online: bool = True
    last: Batch | None = None

    def __post_init__(self):
        self.open_page()

    def open_page(self):
        """Also a reload: what was typed stays kept under the page it was typed on."""
        self.page, self.seq = str(uuid4()), 0

    def type(self, name, values, *, settles=False):
        self.seq += 1
        change = Change(self.seq, name, values, self.seen.get(name, 0), settles)
        self.queue.append((self.page, change))

    def read(self, news):
        assert news["revision"] >= self.since
        self.since = news["revision"]
        for name, told in news["fields"].items():
            self.view[name] = told["values"]
            self.seen[name] = told["revision"]


class Table(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        player = PlayerFactory()
        self.browsers = [
            Browser(f"phone {number}", player.account if number == 1 else AnonymousUser())
            for number in range(4)
        ]
        fields = {
            name: values if isinstance(values, list) else [values]
            for name, values in posted_sheet(two_seats(), "Ailsa", "Rory").items()
        }
        opened = open_sheet(
            actor=AnonymousUser(),
            device="phone 0",
            system="clans_of_caledonia",
            entry_key=uuid4(),
            fields=fields,
        )
        self.key = opened.key
        self.revision = opened.revision
        # By field and phone: what it wrote last and nobody who saw it has let go, with its revision.
        self.owed: dict[str, dict[int, tuple[tuple[str, ...], int]]] = {
            name: {1: (cell.values, cell.revision)} for name, cell in self.cells.items()
        }
        self.steps = count()

    def teardown(self):
        try:
            if self.sheet.state == JointState.OPEN:
                self.all_end_equal()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    # What there is

    @property
    def sheet(self):
        return JointSheet.objects.get(key=self.key)

    @property
    def cells(self):
        return cells_from_json(self.sheet.fields)

    def rows(self):
        return list(JointPhone.objects.filter(sheet__key=self.key))

    def by_device(self, browser):
        known = device_at(self.sheet, browser.device)
        return next((row for row in self.rows() if row.device == known), None)

    def whoever(self, browser):
        return {"actor": browser.actor, "device": browser.device, "key": self.key}

    def may_write(self, row, name):
        """As the words of the rules have it."""
        sheet = self.sheet
        if name.endswith(".kind") or name == "seats[7].money":
            return False
        if row.number == sheet.keeper:
            return True
        if name == "notes":
            return False
        if name.startswith("options."):
            return sheet.setup == SetupWriting.ANYONE
        return sheet.writing == Writing.ANYONE or f"seats[{row.seat}]." in name

    # What people do

    @initialize(writing=st.sampled_from(Writing))
    def some_are_here_already(self, writing):
        for phone, seat in ((1, 0), (2, 1), (3, None)):
            take_seat(**self.whoever(self.browsers[phone]), seat=seat)
        choose_writing(**self.whoever(self.browsers[0]), writing=writing)

    @rule(phone=PHONES, name=NAMES, values=VALUES)
    def types(self, phone, name, values):
        self.browsers[phone].type(name, values)

    @rule(phone=PHONES, name=NAMES)
    def settles(self, phone, name):
        """For what the phone shows."""
        browser = self.browsers[phone]
        browser.type(name, tuple(browser.view.get(name, ())), settles=True)

    @rule(phone=PHONES)
    def sends(self, phone):
        self.send(self.browsers[phone])

    @rule(phone=PHONES)
    def sends_and_hears_no_answer(self, phone):
        self.send(self.browsers[phone], is_answered=False)

    @rule(phone=PHONES)
    def sends_again_what_was_taken(self, phone):
        browser = self.browsers[phone]
        if browser.last is None:
            return
        before = self.sheet.fields
        try:
            _held, outcome = send_changes(**self.whoever(browser), batch=browser.last)
        except (NotJoinedError, SheetOverError):
            return
        assert (outcome.applied, outcome.refused) == (0, ())
        assert self.sheet.fields == before

    @rule(phone=PHONES)
    def sends_with_a_gap(self, phone):
        browser = self.browsers[phone]
        before = self.sheet.fields
        batch = Batch(str(uuid4()), browser.since, (Change(2, "notes", ("lost",)),))
        with pytest.raises((MissingChangesError, NotJoinedError, SheetOverError)):
            send_changes(**self.whoever(browser), batch=batch)
        assert self.sheet.fields == before

    @rule(phone=PHONES)
    def reads(self, phone):
        browser = self.browsers[phone]
        if browser.is_online:
            browser.read(news_of(self.sheet, here_at(self.sheet), browser.since))

    @rule(phone=PHONES)
    def goes_offline_or_comes_back(self, phone):
        self.browsers[phone].is_online = not self.browsers[phone].is_online

    @rule(phone=PHONES)
    def reloads(self, phone):
        browser = self.browsers[phone]
        browser.open_page()
        browser.view, browser.seen, browser.since = {}, {}, 0
        if browser.is_online:
            browser.read(news_of(self.sheet, here_at(self.sheet), 0))

    @rule(phone=PHONES, is_done=st.booleans())
    def says_done(self, phone, is_done):
        browser = self.browsers[phone]
        try:
            send_changes(**self.whoever(browser), batch=Batch(browser.page, browser.since, done=is_done))
        except (NotJoinedError, SheetOverError):
            return
        row = self.by_device(browser)
        if row.done:
            # Whoever is done has seen the column as it is.
            of_column = {
                name: list(cell.values)
                for name, cell in self.cells.items()
                if name.startswith(f"seats[{row.seat}].") and cell.by != row.number
            }
            assert {name: browser.view.get(name) for name in of_column} == of_column

    @rule(phone=PHONES)
    def looks_and_is_done(self, phone):
        self.reads(phone)
        self.says_done(phone, is_done=True)

    @rule(phone=PHONES, name=COLUMNS, values=VALUES)
    def types_and_sends(self, phone, name, values):
        self.types(phone, name, values)
        self.sends(phone)

    @rule(phone=PHONES, seat=SEATS)
    def sits_down(self, phone, seat):
        try:
            row = take_seat(**self.whoever(self.browsers[phone]), seat=seat)
        except (SeatTakenError, SheetOverError):
            return
        assert row.seat == seat
        if (cell := self.cells.get(f"seats[{seat}].player")) and cell.revision == self.sheet.revision:
            # Whoever is signed in brought their name.
            self.owed[f"seats[{seat}].player"] = {row.number: (cell.values, cell.revision)}

    @rule(phone=PHONES)
    def leaves(self, phone):
        self.tries(leave_table, phone)

    @rule(phone=PHONES, seat=st.integers(0, 1))
    def frees_a_seat(self, phone, seat):
        if self.tries(free_seat, phone, seat=seat):
            assert not any(row.seat == seat for row in self.rows())

    @rule(phone=PHONES, number=st.integers(1, 4))
    def hands_on(self, phone, number):
        if self.tries(hand_on, phone, number=number):
            assert self.sheet.keeper == number

    @rule(phone=PHONES, is_silent=st.booleans())
    def takes_over(self, phone, is_silent):
        sheet = self.sheet
        if is_silent:
            for row in JointPhone.objects.filter(sheet=sheet, number=sheet.keeper):
                row.heard_at -= SILENT_KEEPER
                row.save()
        if self.tries(take_over, phone):
            row = self.by_device(self.browsers[phone])
            assert row.seat is not None
            assert self.sheet.keeper == row.number

    @rule(phone=PHONES, writing=st.sampled_from(Writing), setup=st.sampled_from(SetupWriting))
    def chooses(self, phone, writing, setup):
        self.tries(choose_writing, phone, writing=writing)
        self.tries(choose_setup, phone, setup=setup)
        self.tries(renew_code, phone)

    @precondition(lambda self: next(self.steps) % 5 == 4)
    @rule(phone=PHONES)
    def records(self, phone):
        browser, sheet = self.browsers[phone], self.sheet
        stored = {name: list(cell.values) for name, cell in self.cells.items()}
        try:
            recorded = record_sheet(
                **self.whoever(browser), posted=form_of(sheet, stored), edit_secret="z" * 30
            )
        except (NotJoinedError, NotKeeperError, SheetOverError):
            return
        if isinstance(recorded, Recorded):
            assert self.sheet.game == recorded.game
            assert Game.objects.filter(idempotency_key=sheet.entry_key).count() == 1
            done = [
                row.seat for row in self.rows() if row.done and row.number != self.by_device(browser).number
            ]
            words = recorded.game.verdicts.filter(kind="confirmed").exclude(means="entry")
            assert {word.index for word in words} <= set(done)

    def tries(self, verb, phone, **more):
        """Whether it was done; who keeps the sheet decides, and nobody who has left."""
        browser, keeper = self.browsers[phone], self.sheet.keeper
        try:
            verb(**self.whoever(browser), **more)
        except (NotJoinedError, NotKeeperError, KeeperIsHereError, NoSuchPhoneError, SheetOverError):
            return False
        if verb not in (leave_table, take_over):
            assert self.by_device(browser).number == keeper
        return True

    def send(self, browser, *, is_answered=True):
        """What waits, page by page in the order it was typed; the answer tells the news."""
        if not browser.is_online:
            return
        for page, waiting in groupby(list(browser.queue), key=lambda one: one[0]):
            changes = tuple(change for _page, change in waiting)
            batch = Batch(page, browser.since, changes)
            before, row = self.cells, self.by_device(browser)
            rights = row and {change.name: self.may_write(row, change.name) for change in changes}
            try:
                held, outcome = send_changes(**self.whoever(browser), batch=batch)
            except (NotJoinedError, SheetOverError):
                return
            self.account_for(row, changes, outcome, before, rights)
            browser.last = batch
            if not is_answered:
                return
            browser.queue = [one for one in browser.queue if one[0] != page]
            browser.read(news_of(held.sheet, held.phones, browser.since))

    def account_for(self, row, changes, outcome, before, rights):
        """What was taken is owed a place from now on; what there was no right to is nowhere."""
        refused = {one.seq for one in outcome.refused}
        skipped = len(changes) - outcome.applied - len(refused)
        after = outcome.state.cells
        for change in changes[skipped:]:
            assert (change.seq not in refused) == rights[change.name]
            if change.seq in refused:
                continue
            revision = after[change.name].revision
            owed = self.owed.setdefault(change.name, {})
            if change.settles:
                self.owed[change.name] = owed = {
                    number: entry for number, entry in owed.items() if entry[1] > change.seen
                }
            owed[row.number] = (change.values, revision)
        touched = {change.name for change in changes[skipped:] if change.seq not in refused}
        for other in self.rows():
            if other.number == row.number or other.seat is None:
                continue
            of_column = {name for name in touched if name.startswith(f"seats[{other.seat}].")}
            if any(name not in before or before[name].values != after[name].values for name in of_column):
                assert not other.done

    # What holds always

    @invariant()
    def revision_never_falls(self):
        assert self.sheet.revision >= self.revision
        self.revision = self.sheet.revision

    @invariant()
    def nothing_is_lost(self):
        cells = self.cells
        for name, owed in self.owed.items():
            cell = cells[name]
            beside = {(other.by, other.values) for other in cell.others}
            for number, (values, _revision) in owed.items():
                assert values == cell.values or (number, values) in beside

    @invariant()
    def what_nobody_may_write_stands_as_it_was(self):
        cells = self.cells
        assert cells["seats[0].kind"].values == ("human",)
        assert "seats[7].money" not in cells

    @invariant()
    def a_seat_is_of_one_phone(self):
        seats = [row.seat for row in self.rows() if row.seat is not None]
        assert len(seats) == len(set(seats))

    def all_end_equal(self):
        for browser in self.browsers:
            browser.is_online = True
            if browser.queue and not getattr(self.by_device(browser), "is_here", False):
                take_seat(**self.whoever(browser), seat=None)
            self.send(browser)
            assert browser.queue == []
        stored = {name: list(cell.values) for name, cell in self.cells.items()}
        for browser in self.browsers:
            browser.read(news_of(self.sheet, here_at(self.sheet), browser.since))
            assert browser.view == stored
        self.nothing_is_lost()


def test_all_phones_end_equal_and_nothing_is_lost():
    run_state_machine_as_test(
        Table, settings=settings(max_examples=examples(25), stateful_step_count=25, deadline=None)
    )
