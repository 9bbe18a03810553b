"""Pages by key: everything once, in order, both ways."""

import base64
import json

import pytest

from caledonia_site.common.pagination import BadCursorError, keyset_page
from games.players.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    # Names repeat, so that the order needs its second key.
    return [Player.objects.create(name=name) for name in "bacabbcaac"]


def walk(order, size, *, cursor="", direction="next_cursor"):
    pages = []
    while True:
        page = keyset_page(Player.objects.all(), order=order, cursor=cursor, size=size)
        pages.append([player.pk for player in page.rows])
        cursor = getattr(page, direction)
        if not cursor:
            return pages, page


@pytest.mark.parametrize("order", [("name", "id"), ("-name", "-id"), ("name", "-id"), ("-created_at", "id")])
@pytest.mark.parametrize("size", [1, 3, 10, 11])
def test_walking_forward_and_back_shows_everything_once_and_in_order(players, order, size):
    expected = list(Player.objects.order_by(*order).values_list("pk", flat=True))
    pages, last = walk(order, size)
    assert [pk for page in pages for pk in page] == expected
    assert all(len(page) == size for page in pages[:-1])
    if last.previous_cursor:
        back, first = walk(order, size, cursor=last.previous_cursor, direction="previous_cursor")
        assert [pk for page in reversed(back) for pk in page] == expected[: len(expected) - len(pages[-1])]
        assert first.previous_cursor == ""
        assert first.next_cursor != ""


def test_a_row_added_in_between_shifts_nothing(players):
    order = ("name", "id")
    first = keyset_page(Player.objects.all(), order=order, cursor="", size=4)
    Player.objects.create(name="a")
    second = keyset_page(Player.objects.all(), order=order, cursor=first.next_cursor, size=4)
    assert not {player.pk for player in first.rows} & {player.pk for player in second.rows}


def test_an_empty_list_is_one_empty_page():
    page = keyset_page(Player.objects.all(), order=("name", "id"), cursor="", size=4)
    assert (list(page.rows), page.previous_cursor, page.next_cursor) == ([], "", "")


def cursor_of(*values):
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "nonsense",
        "é",
        "%%%",
        cursor_of("x", "a", "1"),
        cursor_of("f", "a"),
        cursor_of("f", "a", "one"),
        cursor_of("f", "a", None),
        cursor_of("f", "a", "1", "2"),
        base64.urlsafe_b64encode(b"5").decode(),
        base64.urlsafe_b64encode(b"\xff\xfe").decode(),
    ],
)
def test_a_cursor_nobody_made_is_refused(cursor):
    with pytest.raises(BadCursorError):
        keyset_page(Player.objects.all(), order=("name", "id"), cursor=cursor, size=4)


def test_one_query_a_page(players, django_assert_num_queries):
    first = keyset_page(Player.objects.all(), order=("name", "id"), cursor="", size=3)
    with django_assert_num_queries(1):
        keyset_page(Player.objects.all(), order=("name", "id"), cursor=first.next_cursor, size=3)
