"""Four phones at one sheet, in orders that nobody would think of: all end equal, equal to the server, nothing lost."""

from itertools import count
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as limits
from hypothesis import strategies as st

from games.joint_sheets.models import JointSheet
from games.joint_sheets.protocol import cells_from_json
from tests.e2e.joint import NAMES, UNSENT, Opened, all_equal, is_filling, join, open_together, type_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIELDS = ("glory", "money")


class Move(NamedTuple):
    """What one phone does: `column` is whose field it types in, as far as it may."""

    phone: int
    does: str
    column: int
    field: str


moves = st.builds(
    Move,
    phone=st.integers(0, 3),
    does=st.sampled_from(
        ["type", "type", "type", "go offline", "come back", "reload", "close", "undo", "leave"]
    ),
    column=st.integers(0, 3),
    field=st.sampled_from(FIELDS),
)


class Phone:
    """A browser at the table, and what a test has to know of it to tell what it may have lost."""

    def __init__(self, page, opened: Opened, name: str):
        self.page, self.opened, self.name = page, opened, name
        self.is_closed = False
        self.typed: dict[str, list[str]] = {}

    def act(self, move: Move, value: int, *, is_keeper: bool) -> None:
        if move.does == "come back":
            self.come_back()
        elif move.does == "go offline":
            self.page.context.set_offline(True)
        elif self.is_closed:
            return
        elif move.does == "close":
            self.page.goto("about:blank")
            self.is_closed = True
        elif move.does == "reload":
            self.page.context.set_offline(False)
            self.open()
        elif move.does == "undo":
            self.page.evaluate("document.querySelector('[data-joint-undo]').click()")
        elif move.does == "leave" and not is_keeper:
            self.leave_and_return()
        elif move.does == "type":
            column = move.column if is_keeper else NAMES.index(self.name)
            name = f"seats[{column}].{move.field}"
            type_in(self.page, name, value)
            self.typed.setdefault(name, []).append(str(value))

    def open(self) -> None:
        self.page.goto(self.opened.address)
        is_filling(self.page)
        self.is_closed = False

    def come_back(self) -> None:
        self.page.context.set_offline(False)
        if self.is_closed:
            self.open()
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def leave_and_return(self) -> None:
        """What was typed goes first: whoever leaves has nothing more to say."""
        self.come_back()
        self.page.wait_for_function(f"() => ({UNSENT})() === 0")
        self.page.goto(f"{self.opened.address}invite/")
        self.page.get_by_role("button", name="Leave the table").click()
        self.page.get_by_role("button", name=self.name).click()
        is_filling(self.page)


@limits(
    max_examples=4,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
)
@given(played=st.lists(moves, min_size=8, max_size=14))
def test_all_phones_end_equal_whatever_they_do_and_when(pages_of_four, played):
    keeper, *others = pages_of_four
    opened = open_together(keeper)
    for page, name in zip(others, NAMES[1:], strict=True):
        join(page, opened, name)
    phones = [Phone(page, opened, name) for page, name in zip(pages_of_four, NAMES, strict=True)]
    values = count(1)
    for move in played:
        phones[move.phone].act(move, next(values), is_keeper=move.phone == 0)
    for phone in phones:
        phone.come_back()
    all_equal(opened, *pages_of_four)
    nothing_is_lost(opened, phones)


def nothing_is_lost(opened: Opened, phones: list[Phone]) -> None:
    """The last that each phone typed in a field stands there or beside it, unless the phone itself took it back."""
    cells = cells_from_json(JointSheet.objects.get(key=opened.key).fields)
    for number, phone in enumerate(phones, start=1):
        for name, typed in phone.typed.items():
            cell = cells[name]
            own = [cell.values] if cell.by == number or number in cell.agreed else []
            own += [other.values for other in cell.others if other.by == number]
            assert own, f"{phone.name} typed {typed} into {name}, of which {cell} knows nothing"
            before = [
                (),
                *((value,) for value in typed),
                *((value,) for other in phones for value in other.typed.get(name, ())),
            ]
            assert all(values in before for values in own)


@pytest.fixture
def pages_of_four(new_device):
    pages = [new_device("phone").new_page() for _ in range(4)]
    for page in pages:
        page.set_default_timeout(60_000)
    return pages
