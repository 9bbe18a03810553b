"""The look of the site in a real browser: for everyone, on a phone and on a desk, by day and by night."""

import pytest
from django.template import loader
from playwright.sync_api import expect

from games.results.models import SiteFigure
from tests.e2e.looks import ALL_FOUR, USUAL, sideways_scroll

pytestmark = pytest.mark.browser

PAGES = {"home": "/", "styleguide": "/styleguide/", "not_found": "/nothing-here/"}
TAB_PANELS = "#light-table, #light-games, #light-rules"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_accessible_and_fits_its_device(new_page, looks_good, name):
    SiteFigure.objects.update_or_create(key=SiteFigure.Key.PLAYERS, defaults={"value": 1284})
    page = new_page(device="phone")
    page.goto(PAGES[name])
    looks_good(page, name, ALL_FOUR if name == "styleguide" else USUAL)
    assert page.evaluate("document.getAnimations().length") == 0, "less motion was asked for"


def test_the_first_page_says_what_this_is(new_page, picture_for_docs):
    for key, value in {"games": 5530, "players": 1284, "clubs": 42}.items():
        SiteFigure.objects.update_or_create(key=key, defaults={"value": value})
    page = new_page()
    page.goto("/")
    expect(page.get_by_role("heading", level=3)).to_have_text(
        ["Clans of Caledonia", "Glen More II: Chronicles"]
    )
    expect(page.locator(".stat-tile")).to_contain_text(["5,530", "1,284", "42"])
    picture_for_docs(page, "home")


@pytest.mark.parametrize("name", ["server_error", "disk_full"])
def test_the_page_of_a_broken_server_stands_alone(new_page, looks_good, name):
    html = loader.get_template(f"errors/{name}.html").render({})
    page = new_page(device="phone")
    page.route("**/broken/", lambda route: route.fulfill(status=500, content_type="text/html", body=html))
    page.goto("/broken/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link")).to_have_attribute("href", "/")
    looks_good(page, name, [("phone", "light"), ("phone", "dark")])


@pytest.mark.parametrize("locale", ["fr-FR", "pt-BR"])
def test_longer_words_of_other_languages_fit_a_phone(new_page, screenshot, locale):
    page = new_page(device="phone", locale=locale)
    for name in ("home", "styleguide"):
        page.goto(PAGES[name])
        expect(page.locator("html")).to_have_attribute("lang", locale.lower().removesuffix("-fr"))
        assert sideways_scroll(page) == 0
        screenshot(page, f"{name}-phone-{locale}")


def test_the_first_tab_stop_leads_to_the_content(new_page):
    page = new_page()
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.locator(".skip-link")
    expect(skip).to_be_focused()
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_menu_opens_on_a_phone(new_page, axe, scripts):
    page = new_page(device="phone", scripts=scripts)
    page.goto("/")
    navigation = page.get_by_role("navigation", name="Main")
    expect(navigation).to_be_hidden()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(navigation.get_by_role("link", name="Home")).to_be_visible()
    if scripts:
        axe(page)
    page.keyboard.press("Escape")
    expect(navigation).to_be_hidden()


def test_on_a_desk_the_menu_is_always_there(new_page):
    page = new_page(device="desktop")
    page.goto("/")
    expect(page.get_by_role("navigation", name="Main").get_by_role("link", name="Home")).to_be_visible()
    expect(page.locator(".site-menu-button")).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_language_can_be_chosen(new_page, scripts):
    page = new_page(scripts=scripts)
    page.goto("/styleguide/?from=here")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.url.endswith("/styleguide/?from=here")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.parametrize("scripts", [True, False])
def test_the_theme_can_be_chosen_against_the_device(new_page, scripts):
    page = new_page(scheme="light", scripts=scripts)
    page.goto("/")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_css("background-color", "rgb(21, 25, 27)")
    page.get_by_role("button", name="As the device").click()
    expect(page.locator("html")).to_have_css("background-color", "rgb(245, 240, 228)")


def test_tabs_follow_the_arrow_keys(new_page):
    page = new_page()
    page.goto("/styleguide/")
    first, second, last = (page.locator(f'[href="#light-{name}"]') for name in ("table", "games", "rules"))
    expect(page.locator("#light-games")).to_be_hidden()
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-selected", "true")
    expect(page.locator("#light-games")).to_be_visible()
    expect(page.locator("#light-table")).to_be_hidden()
    page.keyboard.press("End")
    expect(last).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(first).to_be_focused()


def test_without_scripts_every_tab_panel_is_there(new_page):
    page = new_page(scripts=False)
    page.goto("/styleguide/")
    for panel in page.locator(TAB_PANELS).all():
        expect(panel).to_be_visible()


def test_a_stepper_counts_within_its_bounds(new_page):
    page = new_page(device="phone")
    page.goto("/styleguide/")
    field = page.locator("#id_light-glory")
    more = page.locator("[data-stepper]").filter(has=field).get_by_role("button", name="one more")
    field.fill("29")
    more.click()
    more.click()
    expect(field).to_have_value("30")
    field.fill("")
    more.click()
    expect(field).to_have_value("1")


def test_without_scripts_a_stepper_is_a_plain_number_field(new_page):
    page = new_page(scripts=False)
    page.goto("/styleguide/")
    expect(page.locator("#id_light-glory")).to_be_visible()
    expect(page.locator("[data-step]").first).to_be_hidden()


def test_the_error_summary_leads_to_the_field(new_page):
    page = new_page()
    page.goto("/styleguide/")
    page.locator(".error-summary").first.get_by_role("link", name="Glory").click()
    expect(page.locator("#id_light-glory")).to_be_focused()


def test_a_message_can_be_dismissed(new_page):
    page = new_page()
    page.goto("/styleguide/")
    toast = page.locator(".toast").first
    toast.get_by_role("button", name="Dismiss").click()
    expect(page.locator(".toast")).to_have_count(1)


@pytest.mark.parametrize(("device", "scripts"), [("phone", True), ("desktop", False)])
def test_a_number_explains_itself(new_page, device, scripts):
    page = new_page(device=device, scripts=scripts)
    page.goto("/styleguide/")
    page.locator(".explained").first.click()
    explanation = page.locator("#light-why")
    expect(explanation).to_be_visible()
    expect(explanation).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(explanation).to_be_hidden()


def test_a_dialog_asks_and_closes(new_page, axe):
    page = new_page(device="phone")
    page.goto("/styleguide/")
    page.get_by_role("link", name="Void this game").first.click()
    dialog = page.get_by_role("dialog", name="Void this game?")
    expect(dialog).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_wide_table_keeps_its_first_column_and_says_that_it_goes_on(new_page):
    page = new_page(device="phone")
    page.goto("/styleguide/")
    table = page.get_by_role("region", name="Standings, Light")
    expect(table).to_have_attribute("data-more", "true")
    name = table.get_by_role("rowheader", name="Ailsa")
    before = name.bounding_box()["x"]
    table.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    expect(table).to_have_attribute("data-more", "false")
    # A table's own border may shift it by a pixel.
    assert abs(name.bounding_box()["x"] - before) <= 1


def test_htmx_runs_under_the_security_policy(new_page):
    page = new_page()
    page.goto("/")
    assert page.evaluate("htmx.version").startswith("2.")
    assert page.evaluate("[htmx.config.allowEval, htmx.config.includeIndicatorStyles]") == [False, False]
