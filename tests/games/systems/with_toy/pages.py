"""Every address of the site, in a club that plays the third game alone, in every language."""

import html
import io
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation
from pypdf import PdfReader

from games.ratings.models import PlayerRating
from games.systems import system_of
from scoring import registry
from tests.games.systems.with_toy.conftest import SYSTEM
from tests.security.addresses import admin_addresses, site_addresses
from tests.security.table import NOBODY_NOW, rules

LANGUAGES = [code for code, _name in settings.LANGUAGES]
# Who asks, of those whom the table of addresses lets in: whoever sees most.
ASKING = ("owner", "player", "scorekeeper", "staff", "stranger", "visitor")
# Addresses that show what somebody chose, by a parameter each.
NAMED_BY_QUERY = ("statistics", "ratings:", "games:browse", "games:start", "api:statistics", "api:games")
# What decides, besides the game, what there is to show.
QUERIES = {
    "games:card_svg": lambda language: {"lang": language},
    "statistics:draft": lambda language: OFFER,
    "statistics/draft": lambda language: OFFER,
    "api:statistics_draft": lambda language: {"seats": "2", "offer": ["kelso_rink", "perth_rink"]},
    "games:new": lambda language: {"human": "2"},
    "games:totals": lambda language: {"human": "2"},
}
OFFER = {"seats": "2", "clan_1": "kelso_rink", "clan_2": "perth_rink"}
# Of each area one chart that there is with these games.

# Nothing is behind these in the world of the club, or what is sent names nothing; what they do with something is
# tried by hand (flows.py), or has nothing to do with a game.
NOT_FOUND = {
    "mfa_deactivate_totp GET", "mfa_deactivate_totp POST", "mfa_view_recovery_codes GET",
    "mfa_download_recovery_codes GET", "events:invite POST", "events:link_result POST", "events:settle POST",
    "leagues:results POST",
}  # fmt: skip
# Shut as things are; what a league does when it is reopened has nothing to do with its game, and flows.py saves one.
FOR_NOBODY = {"security_txt", "account_confirm_password_reset_code", "leagues:reopen", "games:save"}
# Who is here already, or has nothing to do here now, is sent on.
SENT_ON = {
    "account_login", "account_signup", "account_complete_password_reset", "account_email_verification_sent",
    "account_delete", "account_set_password", "account_confirm_login_code", "mfa_authenticate",
    "mfa_reauthenticate", "mfa_activate_totp", "mfa_generate_recovery_codes", "mfa_add_webauthn",
    "mfa_reauthenticate_webauthn", "mfa_remove_webauthn", "mfa_edit_webauthn", "mfa_login_webauthn",
    "events:rounds", "events:leave", "events:manage_rounds", "events:reopen", "leagues:groups", "leagues:deal",
    "leagues:follow", "leagues:start", "exchange:names", "joint:join_code",
}  # fmt: skip
# The keys of jobs are shown as they are to those who run the site.
FOR_OPERATORS = {"operations:overview"}
# Changes are made, or it is said what is wrong with what was sent.
CHANGES = {200, 201, 204, 302, 400, 409, 412, 415, 422, 428}
KEYS = re.compile(r"\b(?:choice|edition|field|line|option|round|seat_kind|section|system)\.[a-z]+_?[a-z_.]*")


def who_asks(rule) -> str:
    return next(kind for kind in ASKING if rule.group.lets_in(kind, private=False))


def asked() -> list:
    return [
        (key, rule, method)
        for key, rule in rules()
        if rule.group is not NOBODY_NOW
        for method in rule.methods
    ]


def query_of(world, key, method, language):
    """Nothing for what is sent in another way."""
    if method != "GET":
        return {}
    query = world.sent(key, method)
    if key.startswith(NAMED_BY_QUERY):
        query |= {"system": SYSTEM}
    for beginning, more in QUERIES.items():
        if key.startswith(beginning):
            query |= more(language)
    return {"data": query}


def own_keys() -> set[str]:
    """Every key of the game; each has an underscore, which no word has."""
    description = registry.get(SYSTEM).description
    fields = (*description.options, *description.setup, *description.seat)
    keys = {SYSTEM, *description.rounds, *description.sections, *(line.key for line in description.lines)}
    keys |= {field.key for field in fields} | {kind.key for kind in description.seat_kinds}
    keys |= {str(choice) for field in fields for choice in field.choices} | set(system_of(SYSTEM).boxes)
    return {key for key in keys if "_" in key}


def english_words() -> set[str]:
    """Words of the game that are others in another language; of sentences, what stands between the numbers."""
    wording = system_of(SYSTEM).wording
    texts = [*wording.labels.values(), *wording.sentences.values(), *system_of(SYSTEM).boxes.values()]
    with translation.override("fr"):
        french = [str(text) for text in texts]
    with translation.override("en"):
        english = {str(text) for text, other in zip(texts, french, strict=True) if str(text) != other}
    parts = {part.strip(" .:,") for text in english for part in re.split(r"{.*?}", text)}
    return {part for part in parts if " " in part or part in english}


def text_of(answer) -> str:
    """What a person reads of it; nothing of what is written for programs."""
    kind = answer.headers.get("content-type", "")
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if "application/pdf" in kind:
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    if not any(name in kind for name in ("html", "svg", "atom", "calendar", "manifest", "text/plain")):
        return ""
    return " ".join(readable(content.decode()))


def readable(markup: str) -> Iterator[str]:
    """Texts between tags, and those of attributes that are shown or read aloud."""
    markup = re.sub(r"(?s)<(script|style|template|code|pre)\b.*?</\1>", " ", markup)
    for tag in re.findall(r"<[^>]+>", markup):
        yield from (
            html.unescape(text)
            for text in re.findall(r'\b(?:title|alt|aria-label|placeholder|data-label)="([^"]*)"', tag)
        )
    yield html.unescape(re.sub(r"<[^>]+>", " ", markup))


@pytest.fixture(scope="module")
def answers(made_world, django_db_blocker):
    """(key, method, language) to (status, text), asked for once."""
    addresses = {one.key: one for one in site_addresses()}
    found = {}
    with django_db_blocker.unblock():
        for key, rule, method in asked():
            for language in LANGUAGES:
                # Nobody is refused for asking in three languages.
                cache.clear()
                answer = made_world.ask(
                    who_asks(rule),
                    method,
                    addresses[key],
                    headers={"accept-language": language},
                    **query_of(made_world, key, method, language),
                )
                found[key, method, language] = (answer.status_code, text_of(answer))
    return found


def expected(key: str, method: str) -> set[int]:
    if f"{key} {method}" in NOT_FOUND:
        return {404}
    if method == "GET":
        return {302} if key in SENT_ON else {200}
    return CHANGES


def listed(wrong) -> str:
    return "\n".join(f"{' '.join(asked)}: {what}" for asked, what in wrong.items())


def test_no_address_is_forgotten(answers):
    assert {one.key for one in site_addresses()} - {asked[0] for asked in answers} == FOR_NOBODY


def test_every_address_answers_in_every_language(answers):
    wrong = {asked: status for asked, (status, _) in answers.items() if status not in expected(*asked[:2])}
    assert not wrong, listed(wrong)


def test_no_key_stands_where_a_word_should(answers):
    keys = re.compile(rf"\b(?:{'|'.join(sorted(own_keys()))})\b", re.IGNORECASE)
    wrong = {
        asked: sorted({*keys.findall(text), *KEYS.findall(text)})
        for asked, (_, text) in answers.items()
        if asked[0] not in FOR_OPERATORS
        if keys.search(text) or KEYS.search(text)
    }
    assert not wrong, listed(wrong)


def test_no_word_of_the_game_stays_english(answers):
    words = english_words()
    wrong = {
        asked: [word for word in words if word in text]
        for asked, (_, text) in answers.items()
        if asked[2] != "en" and any(word in text for word in words)
    }
    assert not wrong, listed(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_of_the_game(answers, language):
    with translation.override(language):
        name = str(system_of(SYSTEM).wording.labels[f"system.{SYSTEM}"])
    assert sum(name in text for asked, (_, text) in answers.items() if asked[2] == language) > 30


class TestFigures:
    def test_ratings_and_a_forecast(self, world):
        visitor = world.clients["visitor"]
        assert PlayerRating.objects.filter(pool__system=SYSTEM).exists()
        people = [world.player, world.guest]
        named = {f"player_{number}": person.name for number, person in enumerate(people, start=1)}
        chosen = {"clan_1": "kelso_rink", "clan_2": "perth_rink", "position_1": "1", "position_2": "2"}
        member = world.clients["owner"]
        page = member.get("/ratings/forecast/", {"system": SYSTEM} | named | chosen).content.decode()
        assert "Kelso" in page
        assert "%" in page
        assert "Curling on the loch" in visitor.get("/ratings/", {"system": SYSTEM}).content.decode()

    def test_the_order_of_throwing_counts(self, world):
        """In ratings by position, in statistics as a facet."""
        pool = PlayerRating.objects.filter(pool__system=SYSTEM).first().pool
        assert pool.positions
        page = world.clients["visitor"].get("/statistics/clans/kelso_rink/", {"system": SYSTEM})
        assert "throw_order" in page.context["facet_plots"]
        assert "Order of throwing" in page.content.decode()

    @pytest.mark.parametrize(
        ("query", "chip"),
        [
            ({"edition": "snow_box"}, "With the snow box"),
            ({"edition": "base"}, "Base game only"),
            ({"option.hot_toddy": "yes"}, "Hot toddy"),
            ({"option.ice_kind": "keen_ice"}, "Keen ice"),
            ({"setup.drawn_shots": "black_ice"}, "Black ice"),
            ({"seat.throw_order": "1"}, "Order of throwing"),
            ({"seats": "3"}, "3"),
        ],
    )
    def test_every_filter_finds_games(self, world, query, chip):
        answer = world.clients["visitor"].get("/statistics/", {"system": SYSTEM} | query)
        assert answer.context["table"].games > 0
        assert any(chip in str(one) for one in answer.context["chips"]), answer.context["chips"]

    @pytest.mark.parametrize("address", ["", "clans/kelso_rink/", "draft/"])
    def test_links_and_forms_stay_with_the_game(self, world, address):
        """It is not the first game with factions, so every address has to name it."""
        query = {"system": SYSTEM, "seats": "3"}
        page = world.clients["visitor"].get(f"/statistics/{address}", query).content.decode()
        assert f'name="system" value="{SYSTEM}"' in page
        links = re.findall(
            r'href="((?:/statistics/(?:clans|pairs|charts|draft/choices)[^"]*|[?][^"]*))"', page
        )
        own = [link for link in links if "system=" not in link]
        assert own == []
        tab = f"/statistics/draft/?system={SYSTEM}"
        assert tab in page or address.startswith("clans")


class TestStaff:
    def test_every_list_and_game_of_the_admin(self, world):
        staff = world.clients["staff"]
        lists = [one.route for one in admin_addresses() if one.key.endswith("_changelist")]
        assert "admin/results/game/" in lists
        for route in [*lists, f"admin/results/game/{world.game.pk}/change/"]:
            assert staff.get(f"/{route}").status_code == 200, route
