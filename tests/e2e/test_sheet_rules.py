"""The rules in the browser: the score while people type needs no request, and is the server's own in every language."""

import re

import pytest
from django.utils.translation import override
from playwright.sync_api import expect

from games.results.models import Game
from games.sheets.rules import rules_digest, script_address
from games.systems import words_of
from scoring.preview import preview
from tests.e2e.sheets import (
    CLANS,
    GLEN,
    cell,
    fill_two_seats,
    open_sheet,
    record,
    total,
    type_seat,
)
from tests.factories.games import two_seats

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PREVIEW = re.compile(r"/score/\w+/preview$")
SYSTEM = "clans_of_caledonia"
LANGUAGES = {"en-GB": "en", "fr-FR": "fr", "pt-BR": "pt-br"}


def previews(page):
    """What a page asks the server for scores from now on."""
    asked = []
    page.on("request", lambda request: asked.append(request.url) if PREVIEW.search(request.url) else None)
    return asked


def test_no_key_asks_the_server(new_page):
    page = new_page()
    asked = previews(page)
    open_sheet(page, f"{CLANS}?human=2")
    type_seat(page, 0)
    type_seat(page, 1, contracts=4, settlements=6)
    expect(total(page, 0)).to_have_text("84")
    expect(total(page, 1)).to_have_text("64")
    cell(page, "seats[0].glory").fill("-3")
    expect(page.locator('[data-error-for="seats[0].glory"]')).not_to_be_empty()
    cell(page, "seats[0].glory").fill("")
    expect(page.locator("[data-status]")).to_have_text("Still to fill in: 1")
    assert asked == []


def test_nor_does_a_game_of_rounds(new_page):
    page = new_page()
    asked = previews(page)
    open_sheet(page, f"{GLEN}?human=2")
    expect(page.locator("[data-next-round]")).to_be_visible()
    for seat in (0, 1):
        for key in ("castle_scots", "landmarks", "persons", "barrels"):
            cell(page, f"seats[{seat}].rounds.a.{key}").fill(str(seat + 1))
    expect(total(page, 1)).to_have_text("4")
    expect(page.locator("[data-next-round]")).to_be_visible()
    assert asked == []


@pytest.mark.parametrize("locale", LANGUAGES)
def test_explanations_are_the_servers_own_in_every_language(new_page, locale):
    page = new_page(locale=locale)
    asked = previews(page)
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    expect(total(page, 0)).to_have_text("84")
    with override(LANGUAGES[locale]):
        said = preview(SYSTEM, {"sheet": two_seats(), "names": ["Ailsa", "Rory"]}, words_of(SYSTEM))
    page.locator("[data-explanations] > summary").click()
    expect(page.locator("[data-explanations] li").first).to_be_visible()
    shown = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-sentence]")]
            .filter((slot) => slot.textContent)
            .map((slot) => [slot.dataset.sentence, slot.textContent]))"""
    )
    assert shown == {line["path"]: line["sentence"] for seat in said["seats"] for line in seat["lines"]}
    assert page.locator("[data-notes] li").all_text_contents() == said["notes"]
    assert asked == []


@pytest.mark.parametrize("blocked", ["**/rules_worker.js", "**/score/rules/*.js", "**/score/words/**"])
def test_where_the_rules_do_not_start_the_server_scores_and_is_told(new_device, blocked):
    page = new_device("desktop").new_page()
    page.route(blocked, lambda route: route.abort())
    asked = previews(page)
    with page.expect_response("**/score/rules/failed") as told:
        page.goto(f"{CLANS}?human=2")
    assert told.value.status == 204
    sent = told.value.request.post_data_json
    assert (sent["system"], sent["rules"]) == (SYSTEM, rules_digest())
    assert set(sent) == {"system", "rules", "error"}
    fill_two_seats(page)
    expect(total(page, 0)).to_have_text("84")
    expect(page.locator("[data-status]")).to_be_empty()
    assert asked
    # Variants show and hide their fields all the same.
    page.locator("summary", has_text="Variants").click()
    page.get_by_label("Clan auction").check()
    expect(cell(page, "seats[0].bid")).to_be_visible()
    cell(page, "seats[0].bid").fill("3")
    cell(page, "seats[1].bid").fill("2")
    expect(total(page, 0)).not_to_have_text("84")


DIES_AT_ONCE = """
self.Worker = class extends EventTarget {
    constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event("error", { cancelable: true })));
    }
    postMessage() {}
    terminate() {}
};
"""


def test_rules_that_die_before_they_are_asked_leave_every_question_to_the_server(new_device):
    """How long a browser takes to find out that a worker does not start is its own affair."""
    device = new_device("desktop")
    device.add_init_script(DIES_AT_ONCE)
    page = device.new_page()
    with page.expect_response("**/score/rules/failed") as told:
        page.goto(f"{CLANS}?human=2")
    assert told.value.request.post_data_json["error"] == "WorkerError"
    fill_two_seats(page)
    expect(total(page, 0)).to_have_text("84")


def test_rules_that_throw_leave_the_question_to_the_server(new_device):
    page = new_device("desktop").new_page()
    broken = "export const hold = () => {}; export const call = () => { throw new RangeError('too much'); };"
    page.route(
        "**/score/rules/*.js", lambda route: route.fulfill(body=broken, content_type="text/javascript")
    )
    with page.expect_response("**/score/rules/failed") as told:
        page.goto(f"{CLANS}?human=2")
    assert told.value.request.post_data_json["error"] == "RangeError"
    fill_two_seats(page)
    expect(total(page, 0)).to_have_text("84")


OLDER = "0" * 64
# Rules that knew one VP more for the first seat.
OLDER_RULES = f"""
import {{ call as now, hold }} from "{script_address()}";

export {{ hold }};

export const call = (...question) => {{
    const answer = now(...question);
    if (answer.seats?.length) answer.seats[0].total += 1;
    return answer;
}};
"""


def test_a_sheet_finished_by_older_rules_is_told_the_score_of_today(new_device):
    page = new_device("desktop").new_page()

    def kept_page(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(rules_digest(), OLDER))

    page.route(f"**{CLANS}?human=2", kept_page)
    page.route(
        f"**/score/rules/{OLDER}.js",
        lambda route: route.fulfill(body=OLDER_RULES, content_type="text/javascript"),
    )
    open_sheet(page, f"{CLANS}?human=2")
    fill_two_seats(page)
    expect(total(page, 0)).to_have_text("85")
    record(page)
    page.wait_for_url("**/games/*/")
    expect(page.get_by_text("The rules have been updated since this sheet was filled in.")).to_be_visible()
    expect(page.get_by_text("84 / 64 VP")).to_be_visible()
    assert [seat.total for seat in Game.objects.get().seats.order_by("index")] == [84, 64]
