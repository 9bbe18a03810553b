"""What the browser tests of the score sheet have in common: opening one, finding its cells, filling it in."""

from collections.abc import Mapping

from playwright.sync_api import Locator, Page, expect

CLANS = "/score/clans_of_caledonia/"
GLEN = "/score/glen_more_2/"
# The page of a game that was not sent yet.
WAITING = "**/score/waiting/#*"
CLANS_SEAT = {
    "glory": 45, "basic_goods": 3, "processed_goods": 4, "money": 27, "contracts": 5, "hops": 6,
    "cotton": 0, "tobacco": 0, "sugar_cane": 0, "settlements": 8,
}  # fmt: skip


def cell(page: Page, path: str) -> Locator:
    return page.locator(f'[name="{path}"]')


def total(page: Page, seat: int) -> Locator:
    return page.locator(f'thead [data-total="{seat}"]')


def toast(page: Page, kind: str) -> Locator:
    return page.locator(f'.toast[data-kind="{kind}"]')


def choose_seat(page: Page, index: int | str) -> None:
    page.locator(f'.seat-tab:has([name="_seat"][value="{index}"])').click()


def record(page: Page) -> None:
    page.get_by_role("button", name="Record the game").click()


def open_sheet(page: Page, address: str) -> None:
    """Opens a sheet and waits until its scripts have taken over."""
    page.goto(address)
    expect(page.locator("[data-update]")).to_be_hidden()
    scripts_have_taken_over(page)


def scripts_have_taken_over(page: Page) -> None:
    """Until then a sheet that was followed to may be shown in part: `click` waits for no page to be complete."""
    page.wait_for_function("() => history.state?.draft !== undefined")


def type_seat(page: Page, seat: int, **changes: int) -> None:
    """Field by field, as a person does."""
    for key, value in (CLANS_SEAT | changes).items():
        cell(page, f"seats[{seat}].{key}").fill(str(value))


def fill_seat(page: Page, seat: int, **changes: int) -> None:
    """All at once, for tests of what comes after; fields of other tabs as well."""
    fill(page, {f"seats[{seat}].{key}": value for key, value in (CLANS_SEAT | changes).items()})


def fill(page: Page, values: Mapping[str, object]) -> None:
    page.evaluate(
        """(values) => {
            for (const [name, value] of Object.entries(values)) {
                const field = document.getElementsByName(name)[0];
                field.value = value;
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }
        }""",
        {name: str(value) for name, value in values.items()},
    )


def fill_two_seats(page: Page) -> None:
    """Worked out by hand in tests/factories/games.py: 84 and 64 VP."""
    fill(page, {"seats[0].player": "Ailsa", "seats[1].player": "Rory"})
    fill_seat(page, 0)
    fill_seat(page, 1, contracts=4, settlements=6)
