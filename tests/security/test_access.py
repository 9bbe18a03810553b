"""Every address of the site, asked for by every kind of person: who is let in is what the table says."""

import logging
from collections import Counter

import pytest
from django.db import transaction

from caledonia_site.common.api.throttling import FixedWindowRate
from tests.security.addresses import admin_addresses, site_addresses
from tests.security.table import EMPTY, rules
from tests.security.walking import HOSTILE, Answered, walk_private, walk_public

# What is said to somebody who is let in: a page, a way on, or what is wrong with what they sent.
LET_IN = {200, 201, 204, 302, 400, 409, 412, 415, 422, 428}
REFUSED = {401, 403, 404}
# Their readers in browsers style their own pages.
WITHOUT_POLICY = {"games:pdf"}
# Small pages for other people's websites; they run no script and show what a visitor sees.
FRAMES = {
    "leagues:embed",
    "statistics:embed",
    "statistics:faction_frame",
    "statistics:facts_frame",
    "statistics:draft_frame",
}


@pytest.fixture(scope="module")
def answers(django_db_setup, django_db_blocker):
    """Of both walks, made once: (everybody at a public club, outsiders at a private one)."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock():
        for name in ("most_of_an_account", "most_of_a_visitor"):
            patch.setattr(FixedWindowRate, name, 1_000_000)
        # Thousands of refusals are what is asked for here; the log of each would cost more than the answer.
        patch.setattr(logging.root.manager, "disable", logging.CRITICAL)
        found = []
        for walk in (walk_public, walk_private):
            with transaction.atomic():
                found.append(walk())
                transaction.set_rollback(True)
        return tuple(found)


def failing(answers, is_right) -> str:
    return "\n".join(str(one) for one in answers if not is_right(one))


def asks_to_sign_in(answer: Answered) -> bool:
    return answer.status == 302 and answer.location.startswith("/account/login/")


def was_let_in(answer: Answered) -> bool:
    if answer.status == 404:
        return answer.key in EMPTY
    return answer.status in LET_IN and not asks_to_sign_in(answer)


def test_every_address_stands_in_the_table_once():
    addresses = {one.key for one in site_addresses()}
    listed = [(key, method) for key, rule in rules() for method in rule.methods]
    assert addresses - {key for key, _ in listed} == set(), (
        "say in tests/security/table.py who may open these"
    )
    assert {key for key, _ in listed} - addresses == set(), "these are gone: take them out of the table"
    assert [pair for pair, times in Counter(listed).items() if times > 1] == []


def test_the_table_knows_every_method_of_the_api():
    said: dict[str, set[str]] = {}
    for key, rule in rules():
        said.setdefault(key, set()).update(rule.methods)
    for address in site_addresses():
        if view := getattr(address.view, "cls", None):
            offered = {one for one in ("get", "post", "put", "patch", "delete") if hasattr(view, one)}
            assert {one.upper() for one in offered} == said[address.key], address.key


def test_everybody_meets_what_the_table_says(answers):
    def is_right(answer: Answered) -> bool:
        if answer.rule.group.lets_in(answer.kind, private=False):
            return was_let_in(answer)
        return asks_to_sign_in(answer) or answer.status in REFUSED

    assert not (wrong := failing(answers[0], is_right)), wrong


def test_whoever_is_refused_changed_nothing(answers):
    def is_right(answer: Answered) -> bool:
        return answer.rule.group.lets_in(answer.kind, private=False) or not answer.written

    assert not (wrong := failing(answers[0], is_right)), wrong


def test_a_private_club_has_no_address_for_outsiders(answers):
    """Whatever it is, in whatever way: as if nothing were there, also to somebody who was a member once."""

    def is_right(answer: Answered) -> bool:
        for_visitors = answer.kind == "visitor" and (asks_to_sign_in(answer) or answer.status == 401)
        return (answer.status == 404 or for_visitors) and b"Leith Traders" not in answer.content

    assert not (wrong := failing(answers[1], is_right)), wrong


def test_looking_changes_nothing(answers):
    """A link or a picture on a foreign page cannot make somebody do anything."""
    assert not (wrong := failing(answers[0], lambda one: one.method != "GET" or not one.written)), wrong


def test_names_are_text_on_every_page(answers):
    """A club, its people and all it has are called by a piece of HTML; no page takes it for one."""
    markup = [one for one in answers[0] if one.is_markup]
    assert sum(b"img src=x" in one.content for one in markup) > 300, "hardly a page shows a name"
    assert not (wrong := failing(markup, lambda one: b"<img src=x" not in one.content)), wrong
    assert HOSTILE.startswith("\"'>")


def test_every_answer_carries_the_content_policy(answers):
    def is_right(answer: Answered) -> bool:
        if answer.key in WITHOUT_POLICY and answer.status == 200:
            return answer.headers["content-type"] == "application/pdf"
        policy = answer.headers.get("content-security-policy", "")
        is_frame = answer.key in FRAMES and answer.status == 200
        ancestors = "frame-ancestors *" if is_frame else "frame-ancestors 'none'"
        return (
            "default-src 'none'" in policy
            and "unsafe" not in policy
            and ancestors in policy
            and (not is_frame or "script-src 'none'" in policy)
        )

    assert not (wrong := failing([*answers[0], *answers[1]], is_right)), wrong


def test_no_other_site_frames_our_pages_but_the_small_ones_made_for_it(answers):
    def is_right(answer: Answered) -> bool:
        framed = answer.key in FRAMES and answer.status in {200, 404}
        return framed or answer.headers.get("x-frame-options") == "DENY"

    assert not (wrong := failing([*answers[0], *answers[1]], is_right)), wrong


def test_every_answer_is_taken_for_what_it_is_and_leaks_no_address(answers):
    """`same-origin`: another site never learns the address one came from, and secret links are addresses."""

    def is_right(answer: Answered) -> bool:
        return (
            answer.headers.get("x-content-type-options") == "nosniff"
            and answer.headers.get("referrer-policy") == "same-origin"
            and answer.headers.get("cross-origin-opener-policy") == "same-origin"
            and "camera=()" in answer.headers.get("permissions-policy", "")
        )

    assert not (wrong := failing([*answers[0], *answers[1]], is_right)), wrong


def test_what_is_for_one_person_is_kept_by_nobody_else(answers):
    """`public` only where all people see the same."""
    same_for_all = {
        *FRAMES, "games:card_svg", "games:card_png", "leagues:standings_json", "games:manifest",
        "games:service_worker", "games:rules", "games:words", "statistics:chart_svg", "statistics:chart_png",
        "api:openapi",
    }  # fmt: skip

    def is_right(answer: Answered) -> bool:
        kept = answer.headers.get("cache-control", "")
        if answer.kind == "visitor":
            return "public" not in kept or answer.key in same_for_all
        return answer.key in same_for_all or "private" in kept or "no-store" in kept

    assert not (wrong := failing(answers[0], is_right)), wrong


@pytest.mark.django_db
def test_the_admin_is_for_staff(client):
    """Others are sent to the door of the site; whoever is in already is told no."""
    from tests.factories.people import PlayerFactory

    for address in admin_addresses():
        path = "/admin/" if "(" in address.route else address.path(dict.fromkeys(address.parameters, 1))
        if path in {"/admin/login/", "/admin/logout/", "/admin/jsi18n/"}:
            continue
        answer = client.get(path)
        assert answer.status_code == 404 or answer.url.startswith(("/admin/login/", "/account/login/")), path
    door = client.get("/admin/login/?next=/admin/")
    assert door.url.startswith("/account/login/")
    client.force_login(PlayerFactory().account)
    for path in ("/admin/", "/admin/players/user/", "/admin/results/game/"):
        for answer in (client.get(path, follow=True), client.post(path, follow=True)):
            assert answer.status_code == 403, path
    client.force_login(PlayerFactory(account__is_staff=True, account__is_superuser=True).account)
    assert client.get("/admin/").status_code == 200
