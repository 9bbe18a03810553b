"""What the browser tests of joint sheets have in common: a table with a phone for each, and how they end equal."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.joint_sheets.models import JointSheet
from games.joint_sheets.protocol import cells_from_json, values_in
from tests.e2e.sheets import CLANS, fill, open_sheet

NAMES = ("Ailsa", "Rory", "Gus", "Ana")
# Of the page and of what is typed there, all that is a value of the sheet.
FIELDS = """() => {
    const fields = {};
    for (const [name, value] of new FormData(document.getElementById("sheet"))) {
        if (value !== "" && /^(seats\\[|options\\.|setup\\.|game\\.)/.test(name)) (fields[name] ??= []).push(value);
    }
    return fields;
}"""
UNSENT = (
    """() => Object.keys(localStorage).filter((name) => name.startsWith("caledonia.joint-queue.")).length"""
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A joint sheet as its keeper has opened it."""

    key: str
    code: str

    @property
    def address(self) -> str:
        return f"/together/{self.key}/"

    def stored(self) -> dict[str, list[str]]:
        sheet = JointSheet.objects.get(key=self.key)
        return {
            name: values
            for name, values in values_in(cells_from_json(sheet.fields)).items()
            if name.startswith(("seats[", "options.", "setup.", "game."))
        }

    def cell(self, name: str) -> Any:
        return cells_from_json(JointSheet.objects.get(key=self.key).fields)[name]


def open_together(page: Page, *names: str, seat: int | None = 0, sheet: str = CLANS) -> Opened:
    """Opens a sheet with these people, invites the table, and goes to the sheet, with a seat or without one."""
    people = names or NAMES
    open_sheet(page, f"{sheet}?human={len(people)}")
    fill(page, {f"seats[{index}].player": name for index, name in enumerate(people)})
    page.get_by_role("button", name="Invite the table").click()
    page.wait_for_url("**/together/*/invite/")
    opened = Opened(key=page.url.split("/")[-3], code=page.locator(".joint-code").inner_text())
    if seat is None:
        page.get_by_role("link", name="Go to the sheet").click()
    else:
        page.get_by_role("link", name="Choose a seat").click()
        page.get_by_role("button", name=people[seat]).click()
    is_filling(page)
    return opened


def join(page: Page, opened: Opened, name: str) -> None:
    page.goto(f"/join/{opened.code}/")
    page.get_by_role("button", name=name).click()
    is_filling(page)


def is_filling(page: Page) -> None:
    """The scripts have taken over, and the server has been heard."""
    page.wait_for_url("**/together/*/")
    page.wait_for_function("() => document.querySelector('[data-joint-people]')?.childElementCount > 0")


def here(page: Page) -> Locator:
    return page.locator("[data-joint-count]")


def sent(page: Page) -> None:
    """Everything typed on this phone has arrived."""
    page.wait_for_function(f"() => ({UNSENT})() === 0")


def type_in(page: Page, name: str, value: object) -> None:
    fill(page, {name: value})


def value_of(page: Page, name: str) -> Locator:
    return page.locator(f'[name="{name}"]')


def shows(page: Page, name: str, value: object) -> None:
    expect(value_of(page, name)).to_have_value(str(value))


def all_equal(opened: Opened, *pages: Page) -> dict[str, list[str]]:
    """Every phone shows what the server has; gives that."""
    for page in pages:
        sent(page)
    stored = opened.stored()
    for page in pages:
        page.wait_for_function(
            f"""(stored) => {{
                const shown = ({FIELDS})();
                const sorted = (fields) => JSON.stringify(Object.entries(fields).sort());
                return sorted(shown) === sorted(stored);
            }}""",
            arg=stored,
        )
    return stored


def is_offline(context: BrowserContext, page: Page) -> None:
    context.set_offline(True)
    # The page finds out by asking.
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-joint-offline]")).to_be_visible()


def is_back(context: BrowserContext, page: Page) -> None:
    context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-joint-offline]")).to_be_hidden()
