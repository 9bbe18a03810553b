"""What is chosen on a sheet: clans and turn order in the drawer of a seat, milestones by tapping people, contracts in
one panel, and the set-up. All of it is drawn when it is first opened.
"""

import pytest
from playwright.sync_api import expect

from games.results.models import Game
from tests.e2e.sheets import CLANS, GLEN, cell, fill, fill_two_seats, open_sheet, record, total

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Ana", "Bruno", "Chloé", "Duncan")


@pytest.fixture
def table(new_page):
    """Four people at a sheet whose outline has arrived."""

    def opened(device="phone", names=NAMES, **kind):
        page = new_page(device=device, **kind)
        open_sheet(page, f"{CLANS}?human={len(names)}")
        fill(page, {f"seats[{seat}].player": name for seat, name in enumerate(names)})
        expect(page.locator('[data-open-seat="0"]')).to_be_visible()
        return page

    return opened


def drawer(page):
    return page.get_by_role("dialog")


def choose(page, name):
    drawer(page).get_by_role("button", name=name).click()


def values(page, key, seats=4):
    return [cell(page, f"seats[{seat}].{key}").input_value() for seat in range(seats)]


class TestClans:
    def test_a_choice_leads_on_to_the_next_player_and_then_to_who_began(self, table, axe, screenshot):
        page = table()
        page.locator('[data-open-seat="0"]').click()
        expect(drawer(page)).to_have_accessible_name("Ana")
        choose(page, "Campbell")
        expect(drawer(page)).to_have_accessible_name("Bruno")
        choose(page, "Fraser")
        axe(page)
        screenshot(page, "sheet-drawer-phone")
        choose(page, "MacLeod")
        choose(page, "Gordon")
        expect(drawer(page)).to_have_accessible_name("Who began?")
        choose(page, "Chloé")
        expect(drawer(page)).to_have_count(0)
        assert values(page, "clan") == ["campbell", "fraser", "macleod", "gordon"]
        assert values(page, "turn_order") == ["3", "4", "1", "2"]
        expect(page.locator('[data-open-seat="0"]')).to_have_text("Campbell")
        expect(page.locator('[data-open-seat="0"]')).to_have_accessible_name("Clan, Ana: Campbell")

    def test_a_taken_clan_is_greyed_with_by_whom_and_can_be_swapped(self, table, axe):
        page = table()
        fill(page, {"seats[0].clan": "campbell", "seats[1].clan": "fraser"})
        page.locator('[data-open-seat="1"]').click()
        taken = drawer(page).get_by_role("button", name="Campbell")
        expect(taken).to_contain_text("Ana")
        expect(taken).to_have_class("drawer-choice taken")
        taken.click()
        expect(drawer(page).get_by_text("Swap with Ana?")).to_be_visible()
        axe(page)
        drawer(page).get_by_role("button", name="Cancel").click()
        assert values(page, "clan", 2) == ["campbell", "fraser"]
        taken.click()
        drawer(page).get_by_role("button", name="Swap").click()
        assert values(page, "clan", 2) == ["fraser", "campbell"]
        option = cell(page, "seats[2].clan").locator('[value="fraser"]')
        expect(option).to_have_text("Fraser · Ana")

    def test_it_is_a_dialog_for_the_keyboard(self, table):
        page = table("desktop")
        door = page.locator('[data-open-seat="1"]')
        door.focus()
        page.keyboard.press("Enter")
        expect(drawer(page).get_by_role("button", name="Buchanan")).to_be_focused()
        page.keyboard.press("Enter")
        assert values(page, "clan", 2) == ["", "buchanan"]
        page.keyboard.press("Escape")
        expect(drawer(page)).to_have_count(0)
        expect(door).to_be_focused()

    def test_the_colour_is_asked_before_the_clan_that_leads_on(self, table):
        page = table()
        page.locator('[data-open-seat="0"]').click()
        keys = (
            drawer(page)
            .locator("[data-key]")
            .evaluate_all("(all) => all.map(({ dataset }) => dataset.key.split(' ')[0])")
        )
        assert keys.index("colour") < keys.index("clan")

    def test_names_and_colours_are_entered_there_too(self, table):
        page = table()
        page.locator('[data-open-seat="3"]').click()
        drawer(page).get_by_label("Name").fill("Dora")
        choose(page, "Red")
        expect(drawer(page).get_by_role("button", name="Red")).to_have_attribute("aria-pressed", "true")
        drawer(page).get_by_role("button", name="Done").click()
        expect(page.locator("#seat-name-3")).to_have_text("Dora")
        # Held for the set-up, which nobody has opened.
        expect(page.locator('[data-part="setup"] select')).to_have_count(0)
        page.locator('[data-part="setup"] summary').click()
        expect(cell(page, "seats[3].colour")).to_have_value("red")

    def test_single_turns_are_changed_in_the_sheet(self, table):
        page = table("desktop")
        page.get_by_role("button", name="Who began?").click()
        choose(page, "Bruno")
        assert values(page, "turn_order") == ["4", "1", "2", "3"]
        cell(page, "seats[0].turn_order").select_option("1")
        expect(page.locator('[data-error-for="seats[1].turn_order"]')).to_contain_text("Ana")

    def test_a_game_without_clans_has_no_drawer(self, new_page):
        page = new_page()
        open_sheet(page, f"{GLEN}?human=2")
        expect(page.locator("[data-open-seat], [data-open-order]")).to_have_count(0)

    @pytest.mark.parametrize(
        ("clan", "field", "hint"),
        [
            ("mackenzie", "processed_goods", "Cellar included"),
            ("fraser", "processed_goods", "Kilts included"),
            ("gordon", "basic_goods", "Silos included"),
        ],
    )
    def test_what_is_easily_forgotten_stands_at_its_field(self, table, clan, field, hint):
        page = table("desktop", names=NAMES[:2])
        cell(page, "seats[1].clan").select_option(clan)
        counted = cell(page, f"seats[1].{field}")
        expect(counted).to_have_accessible_description(hint)
        expect(page.locator(".field-hint:visible")).to_have_text([hint])
        cell(page, "seats[1].clan").select_option("campbell")
        expect(page.locator(".field-hint:visible")).to_have_count(0)


class TestMilestones:
    @pytest.fixture
    def with_train(self, table):
        def opened(device="phone", **more):
            page = table(device, **more)
            fill(page, {"options.train": "full"})
            expect(page.locator('[data-places="milestone_1"] .place').first).to_be_visible()
            return page

        return opened

    def test_people_are_tapped_in_the_order_they_claimed(self, with_train, axe, screenshot):
        page = with_train()
        row = page.locator('[data-places="milestone_1"]')
        expect(row.locator(".place")).to_have_text(
            ["–1st · 8 VP", "–2nd · 4 VP", "–3rd · 2 VP", "–4th · no VP"]
        )
        for name in ("Chloé", "Ana", "Duncan"):
            row.get_by_role("button", name=f"{name} was").click()
        assert values(page, "milestone_1") == ["2", "", "1", "3"]
        expect(page.locator('[data-vp="seats[2].milestones"]')).to_have_text("8")
        axe(page)
        screenshot(page, "sheet-milestones-phone")
        # Who is taken back leaves no gap.
        row.get_by_role("button", name="2nd · 4 VP: Ana. Take back").click()
        assert values(page, "milestone_1") == ["", "", "1", "2"]
        expect(page.locator('[data-error-for^="seats"] p')).to_have_count(0)

    def test_nobody_else_puts_the_people_away(self, with_train):
        page = with_train()
        row = page.locator('[data-places="milestone_2"]')
        expect(row.get_by_role("button", name="nobody", exact=True)).to_be_visible()
        row.get_by_role("button", name="Ana was 1st").click()
        row.get_by_role("button", name="nobody else").click()
        expect(row.get_by_role("button", name="Bruno was 2nd")).to_have_count(0)
        row.get_by_role("button", name="somebody else").click()
        expect(row.get_by_role("button", name="Bruno was 2nd")).to_be_focused()

    def test_it_goes_by_keyboard(self, with_train):
        page = with_train("desktop")
        row = page.locator('[data-places="milestone_3"]')
        row.get_by_role("button", name="Ana was 1st").focus()
        page.keyboard.press("Enter")
        expect(row.get_by_role("button", name="Bruno was 2nd")).to_be_focused()
        page.keyboard.press("Enter")
        assert values(page, "milestone_3") == ["1", "2", "", ""]

    def test_a_row_has_the_name_of_its_tile(self, with_train):
        page = with_train("desktop")
        page.locator('[data-part="setup"] summary').click()
        tiles = cell(page, "setup.milestone_tiles")
        for slot, tile in enumerate(("ports", "upgrades", "all_workers", "units")):
            tiles.nth(slot).select_option(tile)
        expect(page.locator('[data-places="milestone_1"] th')).to_have_text("Three ports")

    def test_what_is_wrong_is_shown_field_by_field(self, with_train):
        """Such as of a sheet that came from elsewhere."""
        page = with_train("desktop")
        fill(page, {"seats[0].milestone_1": 1, "seats[1].milestone_1": 1})
        expect(cell(page, "seats[1].milestone_1")).to_be_visible()
        expect(page.locator('[data-places="milestone_1"] .place').first).to_be_hidden()

    def test_without_a_script_places_are_chosen_by_name(self, new_page):
        page = new_page(device="desktop", scripts=False)
        page.goto(f"{CLANS}?human=2")
        page.locator("summary", has_text="Industria").click()
        cell(page, "options.train").select_option("milestones_only")
        page.get_by_role("button", name="Work out the score").click()
        cell(page, "seats[1].milestone_1").select_option("1st")
        page.get_by_role("button", name="Work out the score").click()
        expect(page.locator('[data-vp="seats[1].milestones"]')).to_have_text("6")


class TestContracts:
    def test_numbers_are_typed_and_the_sum_runs_along(self, table):
        page = table("desktop")
        page.locator("#seats-0-contract_tiles").click()
        number = drawer(page).get_by_label("Number of a tile")
        for typed in ("12", "3"):
            number.fill(typed)
            number.press("Enter")
        # 3 hops and 4 sugar cane, one hop and 2 sugar cane.
        expect(drawer(page).locator(".picker-sum")).to_contain_text("Chosen: 2")
        expect(drawer(page).locator(".picker-sum")).to_contain_text("Hops: 4")
        expect(drawer(page).locator(".picker-sum")).to_contain_text("Sugar cane: 6")
        number.fill("77")
        number.press("Enter")
        expect(drawer(page).locator(".picker-found")).to_have_text("There is no tile 77.")
        page.keyboard.press("Escape")
        expect(page.locator("#seats-0-contract_tiles")).to_be_focused()
        # Whoever corrects finds the last ones on top.
        page.locator("#seats-0-contract_tiles").click()
        shown = [tile.get_attribute("value") for tile in drawer(page).locator(".tile input").all()[:3]]
        assert shown == ["3", "12", "1"]
        page.keyboard.press("Escape")
        page.locator("#seats-1-contract_tiles").click()
        number.fill("12")
        number.press("Enter")
        expect(drawer(page).locator(".picker-found")).to_have_text("Ana has tile 12.")

    def test_what_was_ticked_is_recorded(self, table):
        page = table("desktop", names=NAMES[:2])
        fill_two_seats(page)
        fill(page, {"seats[0].contracts": "", "seats[0].hops": "", "seats[0].sugar_cane": ""})
        page.locator("#seats-0-contract_tiles").click()
        for key in ("3", "12"):
            drawer(page).locator(f'.tile:has([value="{key}"])').click()
        drawer(page).get_by_role("button", name="Done").click()
        record(page)
        page.wait_for_url("**/games/*/")
        assert Game.objects.get().versions.get().sheet["seats"][0]["contract_tiles"] == [3, 12]


class TestParts:
    def test_the_set_up_is_drawn_when_it_is_opened(self, new_page, axe, screenshot):
        page = new_page(device="phone")
        open_sheet(page, f"{CLANS}?human=2")
        expect(page.locator('[name^="setup."]')).to_have_count(0)
        page.locator('[data-part="setup"] summary').click()
        cell(page, "setup.map_a").select_option(label="Side 2")
        axe(page)
        screenshot(page, "sheet-set-up-phone")
        page.locator("summary", has_text="Variants").click()
        page.get_by_label("No scoring tiles").check()
        expect(page.locator("#setup-scoring_tiles")).to_be_hidden()
        # What stands there is kept.
        page.reload()
        expect(page.locator('[data-kind="restored"]')).to_be_visible()
        page.locator('[data-part="setup"] summary').click()
        expect(cell(page, "setup.map_a")).to_have_value("side_2")

    def test_a_mistake_in_a_set_up_that_is_closed_is_shown_at_its_field(self, new_page):
        page = new_page()
        open_sheet(page, f"{CLANS}?human=2")
        page.locator('[data-part="setup"] summary').click()
        cell(page, "setup.scoring_tiles").first.select_option(index=1)
        page.reload()
        expect(page.locator('[data-error-for="setup.scoring_tiles"] p')).to_have_count(1)

    def test_lists_of_tiles_are_drawn_when_they_are_opened(self, new_page):
        page = new_page()
        open_sheet(page, f"{GLEN}?human=2")
        fill_flag(page, "Penny Mobs")
        lists = page.locator(".tiles")
        lists.first.locator("summary").click()
        box = lists.first.get_by_role("checkbox").first
        box.check()
        expect(lists.first.locator("[data-chosen]")).not_to_have_text("none")
        page.locator("#seats-1-rounds-a-gangsters summary").click()
        expect(page.locator("#seats-1-rounds-a-gangsters").get_by_role("checkbox").first).to_be_disabled()

    def test_where_the_outline_is_gone_the_server_draws(self, new_device):
        page = new_device("desktop").new_page()
        page.route("**/score/words/**", lambda route: route.fulfill(status=404))
        page.goto(f"{CLANS}?human=2")
        page.wait_for_function("() => history.state?.draft !== undefined")
        fill(page, {"seats[0].glory": 45})
        page.locator('[data-part="setup"] summary').click()
        expect(cell(page, "setup.map_a")).to_be_visible()
        expect(cell(page, "seats[0].glory")).to_have_value("45")

    def test_without_a_script_too(self, new_page):
        page = new_page(scripts=False)
        page.goto(f"{CLANS}?human=2")
        cell(page, "seats[0].glory").fill("45")
        page.locator('[data-part="setup"] summary').click()
        page.get_by_role("button", name="Show the fields of the set-up").click()
        cell(page, "setup.map_a").select_option(label="Side 2")
        page.get_by_role("button", name="Work out the score").click()
        expect(cell(page, "setup.map_a")).to_have_value("side_2")
        expect(total(page, 0)).to_have_text("45")


def fill_flag(page, label):
    page.locator("summary", has_text="Chronicles").click()
    page.get_by_label(label).check()


@pytest.mark.parametrize(
    ("locale", "began", "first"), [("fr-FR", "Qui a commencé ?", "1er"), ("pt-BR", "Quem começou?", "1º")]
)
def test_it_speaks_the_language_of_its_reader(table, locale, began, first):
    page = table("desktop", locale=locale)
    expect(page.locator("[data-open-order]")).to_have_text(began)
    fill(page, {"options.train": "full"})
    expect(page.locator('[data-places="milestone_1"] .place').first).to_contain_text(first)
