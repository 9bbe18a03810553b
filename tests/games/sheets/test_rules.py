"""The rules and words a browser scores with: under which names, for how long, and what is told when they differ."""

import json

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override
from structlog.testing import capture_logs

from games.results.models import Game
from games.sheets import rules
from games.sheets.views import rules as views
from games.systems import words_of
from games.systems.registry import system_keys
from scoring.form import fill
from scoring.sentences import read_words
from tests.factories.games import two_seats
from tests.games.sheets.posting import posted_sheet

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SYSTEM = "clans_of_caledonia"
FAILED = "/score/rules/failed"
MOST_BYTES = 60_000
A_DIGEST = "0" * 64


def test_the_rules_are_a_script_that_browsers_keep_for_ever(client):
    answer = client.get(rules.script_address())
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert '"scoring.form.fill":' in answer.content.decode()


def test_what_is_kept_for_ever_is_asked_for_once_whoever_asks(client):
    """A browser asks again for what varies by its cookies, and scripts set one while the page opens."""
    for address in (rules.script_address(), rules.words_address(SYSTEM, "en")):
        assert client.get(address, headers={"accept-encoding": "gzip"})["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", system_keys())
def test_the_words_of_every_game_and_language_are_there(client, system, language):
    """In the language of the address, whatever the visitor's own is."""
    answer = client.get(rules.words_address(system, language), headers={"accept-language": "en"})
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    with override(language):
        assert read_words(answer.json()) == words_of(system)


@pytest.mark.parametrize("system", system_keys())
def test_what_a_phone_fetches_to_score_is_small(client, system):
    """Compressed by the site itself: a small one has no proxy that would do it."""
    addresses = [rules.script_address(), *(rules.words_address(system, language) for language in LANGUAGES)]
    answers = [client.get(address, headers={"accept-encoding": "gzip"}) for address in addresses]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    script, *words = (len(answer.content) for answer in answers)
    assert script + max(words) < MOST_BYTES


def test_a_worker_runs_under_the_policy_of_the_pages(client):
    page = client.get("/score/")["Content-Security-Policy"]
    for address in (
        rules.script_address(),
        rules.words_address(SYSTEM, "fr"),
        "/static/sheets/rules_worker.js",
    ):
        policy = client.get(address)["Content-Security-Policy"]
        assert sorted(policy.split("; ")) == sorted(page.split("; ")), address


@pytest.mark.parametrize(
    "address",
    [
        f"/score/rules/{A_DIGEST}.js",
        f"/score/words/{SYSTEM}/en/{A_DIGEST}.json",
        f"/score/words/{SYSTEM}/de/{rules.words_digest(SYSTEM, 'en')}.json",
        f"/score/words/{SYSTEM}/fr/{rules.words_digest(SYSTEM, 'en')}.json",
        f"/score/words/chess/en/{rules.words_digest(SYSTEM, 'en')}.json",
    ],
)
def test_under_any_other_name_there_is_nothing(client, address):
    assert client.get(address).status_code == 404


def test_the_names_change_with_the_contents(monkeypatch):
    before = rules.words_address(SYSTEM, "en"), rules.script_address()
    plain = json.loads(rules.words_text(SYSTEM, "en"))
    monkeypatch.setattr(rules, "words_text", lambda *_: json.dumps(plain | {"separator": "'"}))
    monkeypatch.setattr(rules, "rules_digest", lambda: A_DIGEST)
    rules.words_digest.cache_clear()
    after = rules.words_address(SYSTEM, "en"), rules.script_address()
    rules.words_digest.cache_clear()
    assert before[0] != after[0]
    assert after[1] == f"/score/rules/{A_DIGEST}.js"


@pytest.mark.django_db
def test_a_sheet_names_its_rules_and_words(client):
    page = client.get(f"/score/{SYSTEM}/?human=2", headers={"accept-language": "fr"}).content.decode()
    assert rules.script_address() in page
    assert rules.words_address(SYSTEM, "fr") in page
    assert f'name="rules" value="{rules.rules_digest()}"' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_all_that_is_needed_for_a_score(language):
    words = read_words(json.loads(rules.words_text(SYSTEM, language)))
    score = fill(SYSTEM, {"sheet": two_seats(), "names": ["Ailsa", "Rory"]}, words)
    assert [seat["total"] for seat in score["seats"]] == [84, 64]


class TestWordOfAFailure:
    def tell(self, client, told, **more):
        return client.post(FAILED, told, content_type="application/json", **more)

    def test_it_is_in_the_log_and_says_nothing_about_anybody(self, client):
        client.handler.enforce_csrf_checks = True
        with capture_logs() as lines:
            answer = self.tell(
                client, {"system": SYSTEM, "rules": A_DIGEST, "error": "TypeError", "names": "Ailsa"}
            )
        assert answer.status_code == 204
        (line,) = [line for line in lines if line["event"] == "rules_failed_in_browser"]
        assert line["log_level"] == "warning"
        assert (line["system"], line["rules"], line["error"]) == (SYSTEM, A_DIGEST, "TypeError")
        assert "Ailsa" not in str(line)

    @pytest.mark.parametrize(
        "told",
        [
            "", "[]", "7", "[" * 900, {"system": SYSTEM}, {"system": SYSTEM, "rules": A_DIGEST, "error": 3},
            {"rules": 3, "error": "TypeError"},
            {"system": SYSTEM, "rules": "x", "error": "TypeError"},
            {"system": SYSTEM, "rules": A_DIGEST, "error": "Type Error\n"},
            {"system": SYSTEM, "rules": A_DIGEST, "error": "x" * 2_000},
        ],
    )  # fmt: skip
    def test_anything_else_is_not(self, client, told):
        with capture_logs() as lines:
            assert self.tell(client, told).status_code == 400
        assert [line for line in lines if line["event"] == "rules_failed_in_browser"] == []

    def test_nor_is_a_game_that_is_none(self, client):
        told = {"system": "chess", "rules": A_DIGEST, "error": "TypeError"}
        assert self.tell(client, told).status_code == 404

    def test_it_is_not_told_too_often(self, client, monkeypatch):
        monkeypatch.setattr(views, "MOST_FAILURES_PER_MINUTE", 2)
        told = {"system": SYSTEM, "rules": A_DIGEST, "error": "TypeError"}
        answers = [self.tell(client, told, REMOTE_ADDR="203.0.113.8").status_code for _ in range(6)]
        # The minute may turn in between, but never more than twice as many pass.
        assert 2 <= answers.count(204) <= 4

    def test_looking_is_not_telling(self, client):
        assert client.get(FAILED).status_code == 405


@pytest.mark.django_db
class TestASheetFinishedByOtherRules:
    def record(self, client, **more):
        return client.post(
            reverse("games:new", args=[SYSTEM]),
            posted_sheet(two_seats(), action="record", **more),
            follow=True,
        )

    @pytest.mark.parametrize(
        ("language", "said"),
        [("en", "The rules have been updated"), ("fr", "règles"), ("pt-br", "regras")],
    )
    def test_whoever_sends_it_reads_the_score_of_today(self, client, language, said):
        more = {"rules": A_DIGEST, "shown_totals": "80 64"}
        page = client.post(
            reverse("games:new", args=[SYSTEM]),
            posted_sheet(two_seats(), action="record", **more),
            follow=True,
            headers={"accept-language": language},
        ).content.decode()
        assert said in page
        assert "84 / 64" in page
        assert "80 / 64" in page
        assert [seat.total for seat in Game.objects.get().seats.order_by("index")] == [84, 64]

    @pytest.mark.parametrize(
        "more",
        [
            {},
            {"rules": A_DIGEST},
            {"rules": A_DIGEST, "shown_totals": ""},
            {"rules": A_DIGEST, "shown_totals": "84 64"},
            {"rules": A_DIGEST, "shown_totals": "<b>84</b>"},
        ],
    )
    def test_where_it_is_the_same_nothing_is_said(self, client, more):
        page = self.record(client, **more).content.decode()
        assert "The rules have been updated" not in page
        assert Game.objects.count() == 1

    def test_the_same_rules_that_disagree_are_a_fault(self, client):
        with capture_logs() as lines:
            self.record(client, rules=rules.rules_digest(), shown_totals="80 64")
        assert [line["log_level"] for line in lines if line["event"] == "rules_disagree"] == ["error"]
