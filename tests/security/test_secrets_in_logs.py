"""No secret link, key or password is written to a log, whatever becomes of the request that brings it."""

import io
import logging
import re

import pytest
from celery import shared_task
from django.conf import settings as site_settings
from django.db import connection
from django.test import Client, override_settings
from django.urls import URLPattern, get_resolver
from django.urls.resolvers import RegexPattern

from caledonia_site.common.redaction import ANY_PATH, secret_names, without_secrets
from caledonia_site.settings.logs import DiscreetFormatter, logging_for
from tests.security.addresses import Address, site_addresses

# What stands in addresses and is no secret. A new parameter is written here, or its address says `<secret:...>`.
PUBLIC = {
    "adjustment_id", "chart", "digest", "entry_id", "meeting_id", "faction", "fixture_id", "form", "index",
    "invitation_id", "language", "merge_id", "note_id", "number", "other", "pk", "player_id", "public_id", "scope",
    "slug", "system", "table", "table_id", "verb", "what", "wish_id", "events:key", "leagues:key", "players:key",
    "ratings:key",
}  # fmt: skip
CANARY = "canary9"
CANARIES = {
    "secret": f"{CANARY}-word:1x:{CANARY}",
    "secret_slug": f"{CANARY}slug",
    "secret_uuid": "ca9a51e5-0000-4000-8000-0123456789ab",
}
COOKIES = {"sessionid": f"{CANARY}session0000000000000", "csrftoken": f"{CANARY}csrf" + "0" * 21}
HEADERS = {
    "Authorization": f"Bearer cal_{CANARY}token",
    "Idempotency-Key": f"{CANARY}-idempotency",
    "X-CSRFToken": f"{CANARY}header" + "0" * 19,
}
FORM = {
    "csrfmiddlewaretoken": f"{CANARY}form" + "0" * 21,
    "password": f"{CANARY} oat cakes",
    "edit_secret": f"{CANARY}edit",
    "code": f"{CANARY}code",
}
EVERY_CANARY = re.compile(rf"{CANARY}|ca9a51e5-0000|oat cakes")
FAULTS = ["InView", "InMiddleware", "InTemplate", "InDatabase"]


def patterns(found=None, prefix=""):
    for one in get_resolver().url_patterns if found is None else found:
        route = prefix + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route, one
        else:
            yield from patterns(one.url_patterns, route)


def secret_addresses() -> list[Address]:
    return [one for one in site_addresses() if secret_names(one.route)]


def path_with_canary(address):
    def filled(match):
        converter, _, _name = match[1].rpartition(":")
        return CANARIES.get(converter, "7" if converter == "int" else "bcdfghjkmn")

    return "/" + re.sub(r"<([^>]+)>", filled, address.route)


def test_every_parameter_of_an_address_is_public_or_marked():
    for address in site_addresses():
        area = address.key.partition(":")[0]
        for name in address.parameters:
            known = {name, f"{area}:{name}"} & PUBLIC
            assert known or name in secret_names(address.route), f"{address.route}: is {name} a secret?"


def test_whoever_limits_wrong_links_has_marked_the_secret():
    limited = [one for one in site_addresses() if getattr(one.view, "holds_secret", False)]
    assert len(limited) >= 6
    assert [one.route for one in limited if not secret_names(one.route)] == []


def test_addresses_written_as_expressions_are_those_of_the_administration():
    """Their parameters cannot be marked."""
    written = [route for route, one in patterns() if isinstance(one.pattern, RegexPattern)]
    assert [route for route in written if not route.startswith("admin/")] == []


@pytest.fixture(params=["json"])
def written(request, db, monkeypatch):
    """All that our handlers write, at the lowest level, as production writes it; or in lines, as the embedded site."""
    monkeypatch.setattr(logging.root.manager, "disable", 0)
    described = logging_for(level="DEBUG", form=request.param)
    formatter = described["formatters"]["structured"]
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(formatter.pop("()")(**formatter))
    assert isinstance(handler.formatter, DiscreetFormatter)
    loggers = [logging.getLogger(name) for name in ("", *described["loggers"])]
    before = [(one, one.level) for one in loggers]
    for one in loggers:
        one.addHandler(handler)
        one.setLevel(logging.DEBUG)
    yield text
    for one, level in before:
        one.removeHandler(handler)
        one.setLevel(level)


def client_with_canaries(**options):
    client = Client(raise_request_exception=False, **options)
    for name, value in COOKIES.items():
        client.cookies[name] = value
    return client


def ask_everything(client):
    """Every secret address with every method, also one cut short, followed by more, or inside another."""
    statuses = set()
    for address in secret_addresses():
        path = path_with_canary(address)
        for method in ("get", "post", "delete"):
            given = {"data": FORM} if method == "post" else {}
            statuses.add(getattr(client, method)(path, **given, headers=HEADERS).status_code)
        for asked in (path.rstrip("/"), f"{path}more/", f"/nowhere{path}", f"/account/login/?next={path}"):
            statuses.add(client.get(asked, headers=HEADERS).status_code)
    for path in ("/clubs/bcd/games.atom", "/clubs/bcd/events.ics", "/api/v1/games/", "/"):
        answer = client.get(path, {"key": f"{CANARY}feed", "signature": f"{CANARY}share"}, headers=HEADERS)
        statuses.add(answer.status_code)
    statuses.add(
        client.post("/account/login/", FORM | {"login": "a@example.org"}, headers=HEADERS).status_code
    )
    return statuses


def assert_discreet(written, least=50):
    text = written.getvalue()
    assert len(text.splitlines()) >= least
    found = [line for line in text.splitlines() if EVERY_CANARY.search(line)]
    assert found == []


def test_the_canaries_are_where_secrets_are():
    assert {name for one in secret_addresses() for name in re.findall(r"<(secret\w*):", one.route)} == set(
        CANARIES
    )
    assert len(secret_addresses()) >= 8
    assert all(EVERY_CANARY.search(path_with_canary(one)) for one in secret_addresses())


def test_answers_and_refusals(written, monkeypatch):
    client = client_with_canaries()
    statuses = ask_everything(client)
    # So few that they come within one minute, however slow the machine.
    monkeypatch.setattr("caledonia_site.common.rate_limits.MOST_WRONG_LINKS", 2)
    for _ in range(6):
        statuses.add(client.get(f"/tournaments/place/{CANARIES['secret_slug']}/").status_code)
    assert {200, 302, 404, 405, 429} <= statuses
    assert_discreet(written)


def test_forms_without_their_token(written):
    statuses = ask_everything(client_with_canaries(enforce_csrf_checks=True))
    assert 403 in statuses
    assert "CSRF" in written.getvalue()
    assert_discreet(written)


def test_hosts_that_are_not_ours(written):
    client = client_with_canaries()
    for address in secret_addresses():
        answer = client.get(path_with_canary(address), headers=HEADERS | {"host": "evil.example"})
        assert answer.status_code == 400
    assert "DisallowedHost" in written.getvalue()
    assert_discreet(written, least=8)


@pytest.mark.parametrize("written", ["json", "lines"], indirect=True)
@pytest.mark.parametrize("fault", FAULTS)
def test_faults(written, fault):
    """The error itself tells all it knows."""
    broken = [*site_settings.MIDDLEWARE, f"tests.security.faults.{fault}"]
    with override_settings(MIDDLEWARE=broken):
        statuses = ask_everything(client_with_canaries())
    assert 500 in statuses
    assert "Traceback" in written.getvalue()
    assert_discreet(written)


def test_queries_of_the_database(written, world):
    """With their values, as a developer sees them."""
    connection.force_debug_cursor = True
    try:
        keeper = world.clients["scorekeeper"]
        secrets = [
            world.seat_token, world.invitation.token, world.event.door_key, world.participant.token,
            world.feed_secret, world.token_secret, keeper.cookies["sessionid"].value, str(world.draft.idempotency_key),
            world.draft.idempotency_key.hex,
        ]  # fmt: skip
        keeper.get(f"/games/{world.game.public_id}/mine/{world.seat_token}/")
        keeper.get(world.invitation.get_absolute_url())
        keeper.get(f"/tournaments/{world.event.address_key}/door/{world.event.door_key}/")
        keeper.get(f"/tournaments/place/{world.participant.token}/")
        keeper.get(f"/clubs/{world.club.slug}/games.atom", {"key": world.feed_secret})
        keeper.get("/api/v1/games/", headers={"authorization": f"Bearer {world.token_secret}"})
        keeper.get(f"/score/drafts/{world.draft.idempotency_key}")
    finally:
        connection.force_debug_cursor = False
    text = written.getvalue()
    assert text.count("SELECT") > 20
    assert [secret for secret in secrets if secret in text] == []


@shared_task(name="tests.fails_with_a_secret")
def fails_with_a_secret(*, token: str) -> None:
    raise RuntimeError(f"cannot send to {token}")


def test_failed_jobs(written):
    fails_with_a_secret.apply(kwargs={"token": f"{CANARY}-webhook"}, throw=False)
    logging.getLogger("celery").error("the body was: %r", {"kwargs": {"token": f"{CANARY}-webhook"}})
    assert "cannot send to" in written.getvalue()
    assert_discreet(written, least=2)


def test_what_can_still_be_read():
    """A log that hides everything would help nobody."""
    for line in (
        "GET /clubs/leith-traders/events/bcdfghjkmn/",
        'File "/srv/games/web/life/judging.py", line 59, in mine',
        "    token = signing.loads(raw, salt=salt)",
        "job_done topic=standings key=season:bcdfghjkmn marks=2",
        "tests.security.test_access.test_a_private_club_has_no_address_for_outsiders",
    ):
        assert without_secrets(line) == line


def test_before_addresses_can_be_read_none_is_told():
    assert ANY_PATH.sub(r"\1…", "GET /games/x/mine/hush/") == "GET /games/…/mine/…/"


def test_every_handler_is_discreet():
    """Also those of the web server, which it would bring itself."""
    described = logging_for(level="INFO", form="json")
    formatters = {one["formatter"] for one in described["handlers"].values()}
    assert {described["formatters"][name]["()"] for name in formatters} == {DiscreetFormatter}
    assert {"_granian", "granian.access"} <= set(described["loggers"])
