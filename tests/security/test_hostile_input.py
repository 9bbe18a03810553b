"""Every form and every question of the site gets what no person would send: it is refused in words, without a fault."""

import re
from collections import defaultdict
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from django.db import connection, transaction
from django.urls import Resolver404, resolve

from tests.security.addresses import Address, site_addresses
from tests.security.forms import forms_of
from tests.security.table import rules
from tests.security.world import INSIDE

# Nothing, what no database keeps, far too much, numbers beyond every column, signs that look like others, code.
HOSTILE = [
    "",
    "a\x00b",
    "9" * 5_000,
    "-99999999999999999999",
    "\u202e\ud7ff\U0010ffff\x1b[31m\r\n",
    "²¼Ⅷ٣",
    "{{7*7}}%s%(x)s{0}' OR 1=1--",
    "NaN",
    "../../etc/passwd",
    "0001-01-01",
]
# Whoever sends these has no page with a form before them: the names stand here.
WITHOUT_A_PAGE = {
    "set_language": ("language", "next"),
    "set_theme": ("theme", "next"),
    "account_end_session": ("session",),
    "clubs:answer": ("accept",),
    "clubs:role": ("role",),
    "clubs:forget_spelling": ("spelling",),
    "operations:retry": ("topic", "key"),
    "games:confirm": ("version",),
    "games:settle": ("version",),
    "games:undo": ("version",),
    "games:restore": ("version",),
}
MOST_FIELDS = 4
# Larger than any number a database keeps. Of all these values SQLite objects to this one alone, so there every form
# gets it in all fields at once; PostgreSQL, which objects to more, gets everything.
TOO_LARGE = "9" * 30


def somebody_let_in(group) -> str:
    return next((one for one in ("owner", *INSIDE, "stranger", "visitor") if one in group.people), "owner")


@dataclass(frozen=True)
class Page:
    kind: str
    """Who sees it."""
    address: Address
    html: str = ""
    """Nothing where it is no page."""


@pytest.fixture(scope="module")
def pages(file_data, public_world):
    """What can be opened, seen once by somebody who may."""
    addresses = {one.key: one for one in site_addresses()}
    found = {}
    with file_data():
        for key, rule in rules():
            if "GET" not in rule.methods:
                continue
            kind = somebody_let_in(rule.group)
            answer = public_world.ask(kind, "GET", addresses[key])
            is_page = answer.status_code == 200 and "html" in answer["Content-Type"]
            found[key] = Page(kind, addresses[key], answer.content.decode() if is_page else "")
    return found


class Asking:
    """Sends something and looks at the answer; whatever was changed is undone."""

    def __init__(self, world):
        self.world = world
        self.wrong = []
        self.asked = 0

    def __call__(self, kind, method, path, data, key):
        written = set()

        def note(execute, sql, *rest):
            if found := re.match(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"', sql):
                written.add(found[1])
            return execute(sql, *rest)

        self.asked += 1
        undo = transaction.savepoint()
        with connection.execute_wrapper(note):
            answer = self.world.request(kind, method, path, data=data)
        written -= {"django_session", "usersessions_usersession"}
        is_refused = answer.status_code >= 400 or b'aria-invalid="true"' in getattr(answer, "content", b"")
        kept = _rows(written) if is_refused and answer.status_code < 500 else None
        transaction.savepoint_rollback(undo)
        told = f"{method} {key} {str(data)[:150]} by {kind}"
        if answer.status_code >= 500:
            self.wrong.append(f"{answer.status_code}: {told} {answer.exc_info and answer.exc_info[1]!r}")
        elif kept is not None and kept != _rows(written):
            self.wrong.append(f"half written ({', '.join(written)}): {told}")
        elif fields := silent_fields(getattr(answer, "content", b"").decode(errors="replace")):
            self.wrong.append(f"no word at {fields[0]}: {told}")
        return answer


def silent_fields(html: str) -> list[str]:
    """Fields that are marked as wrong and have no message that a screen reader would read with them. Of buttons and
    boxes to choose from, the group has it.
    """
    # Whatever begins with its text, an icon before it left aside.
    said = set(re.findall(r'\sid="([^"]+)"[^<>]*>(?=(?:\s|<[a-z][^<>]*>|</(?:svg|use)>)*[^<\s])', html))
    return [
        tag
        for tag in re.findall(r'<[^<>]*aria-invalid="true"[^<>]*>', html)
        if not re.search(r'type="(?:radio|checkbox)"', tag)
        and not said & set("".join(re.findall(r'aria-describedby="([^"]*)"', tag)).split())
    ]


def _rows(tables):
    found = {}
    with connection.cursor() as cursor:
        for name in sorted(tables):
            cursor.execute(f'SELECT * FROM "{name}"')
            found[name] = sorted(map(repr, cursor.fetchall()))
    return found


def key_of(path: str) -> str:
    try:
        return resolve(urlsplit(path).path).view_name
    except Resolver404:
        return ""


def test_every_form_refuses_what_nobody_would_send(world, pages):
    addresses = {one.key: one for one in site_addresses()}
    ask = Asking(world)
    posted = {key: rule for key, rule in rules() if "POST" in rule.methods and not key.startswith("api:")}
    found = defaultdict(dict)
    for page in pages.values():
        for form in forms_of(page.html)[0]:
            path = form.action or world.path(page.address)
            target = key_of(path)
            if form.method == "post" and target in posted:
                found[target].setdefault((path, page.kind), {}).update(form.values)
    for key, names in WITHOUT_A_PAGE.items():
        if key not in found:
            kind = somebody_let_in(posted[key].group)
            found[key][world.path(addresses[key]), kind] = {name: [] for name in names}
    for turn, (key, forms) in enumerate(sorted(found.items())):
        (path, kind), values = next(iter(forms.items()))
        if connection.vendor == "sqlite":
            ask(kind, "POST", path, {name: [TOO_LARGE] for name in values}, key)
            continue
        # Of a sheet with a hundred fields every so many; all of them together, and of the values every third.
        for number, name in enumerate(list(values)[:: max(1, len(values) // MOST_FIELDS)]):
            ask(kind, "POST", path, values | {name: [HOSTILE[(turn + number) % len(HOSTILE)]]}, key)
        for value in HOSTILE[turn % 3 :: 3]:
            ask(kind, "POST", path, {name: [value] for name in values}, key)
    assert not ask.wrong, "\n".join(ask.wrong)
    assert len(found) > 80, "hardly a form was found"


def test_every_question_in_an_address_is_answered(world, pages):
    """What stands after the question mark of pages and lists, and what belongs into the path."""
    ask = Asking(world)
    for turn, (key, page) in enumerate(pages.items()):
        names = {"page", "cursor", "search", "club", "system", "next"}
        forms, asked = forms_of(page.html)
        names |= asked | {name for form in forms if form.method == "get" for name in form.values}
        # On PostgreSQL they take turns, from name to name and from page to page.
        values = (TOO_LARGE,) if connection.vendor == "sqlite" else (TOO_LARGE, "²¼Ⅷ٣")
        sent = {name: values[(turn + number) % len(values)] for number, name in enumerate(sorted(names))}
        ask(page.kind, "GET", world.path(page.address), sent, key)
    assert not ask.wrong, "\n".join(ask.wrong)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/clubs/", "/games/", "/statistics/", "/api/v1/clubs/", "/nowhere/"])
def test_no_page_is_asked_for_what_no_database_keeps(client, path):
    assert client.get(f"{path}?search=a%00b&club=a%00b").status_code == 400


@pytest.mark.parametrize(
    "sent", ["null", "[]", '"text"', "1e999", "[" * 50_000, '{"a":' * 50_000, "\x00", "{"]
)
def test_programs_that_send_no_sheet_are_told(world, sent):
    for path in ("/score/clans_of_caledonia/preview", f"/score/drafts/{world.draft.idempotency_key}"):
        method = "put" if "drafts" in path else "post"
        client = world.clients["scorekeeper"]
        answer = getattr(client, method)(path, sent, content_type="application/json")
        assert answer.status_code in {400, 413}, (path, sent[:20])


def test_numbers_of_thousands_of_digits_are_no_numbers(world):
    """Python refuses to read them."""
    long = "9" * 5_000
    confirmed = world.request(
        "player", "POST", f"/games/{world.game.public_id}/confirm/", data={"version": long}
    )
    assert confirmed.status_code == 412
    page = f"/ratings/players/{world.player.address_key}/"
    assert world.request("visitor", "GET", page, data={"period": long}).status_code == 200
    path = f"/games/{world.game.public_id}/edit/"
    forms, _ = forms_of(world.request("owner", "GET", path).content.decode())
    sheet = next(form.values for form in forms if "expected_version" in form.values)
    sent = sheet | {"_seat": [long], "_round": [long], "action": ["more"]}
    assert world.request("owner", "POST", path, data=sent).status_code == 200


def test_what_no_form_reads_is_cleaned(world):
    """On PostgreSQL a search for this sign would be a fault."""
    event, club = f"/tournaments/{world.event.address_key}/run/", f"/clubs/{world.club.slug}/members/"
    for kind, path, name in (
        ("owner", f"{club}{world.guest.public_id}/spellings/forget/", "spelling"),
        ("owner", f"{event}tables/{world.table.public_id}/settle/", "game"),
        ("owner", f"{event}invite/", "player"),
        ("staff", "/operations/retry/", "topic"),
    ):
        assert world.request(kind, "POST", path, data={name: "a\x00b"}).status_code in {302, 404}, path
