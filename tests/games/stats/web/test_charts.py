"""Charts as files and in frames of other pages."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.conf import settings
from PIL import Image, ImageColor

from caledonia_site.common.charts.files import light_colours
from games.clubs.enums import ClubVisibility
from games.stats.web.method import COVERAGE
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.games.stats.helpers import refresh_statistics, two

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "charts/win_index.svg", "clans/campbell/profile.svg", "clans/campbell/scores.svg",
        "clans/campbell/against.svg", "games/clans_of_caledonia/places.svg",
        "games/clans_of_caledonia/scores-2.svg",
    ],
)  # fmt: skip
def test_a_chart_is_a_whole_file(client, games, address):
    response = client.get(f"/statistics/{address}?seats=2")
    assert response["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(response.content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    text = response.content.decode()
    # It brings its colours along, and says what it shows.
    assert "light-dark" not in text
    assert "fill: #1d4e6b" in text
    assert "Clans of Caledonia · 2 players · Caledonia" in text


@pytest.mark.parametrize(
    ("address", "drawn"),
    [
        ("charts/win_index.png", "loch"), ("clans/campbell/profile.png", "series-1"),
        ("games/clans_of_caledonia/scores-2.png", "loch"),
    ],
)  # fmt: skip
def test_a_chart_as_png(client, games, address, drawn):
    response = client.get(f"/statistics/{address}")
    assert response["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(response.content)).convert("RGB")
    colours = {colour for _count, colour in picture.getcolors(1 << 20)}
    expected = light_colours()[drawn]
    # Bars of clans with few games are grey.
    if address.startswith("charts"):
        expected = light_colours()["border"]
    assert ImageColor.getrgb(expected) in colours


def test_a_clubs_page_leads_to_its_statistics(client, club):
    page = client.get(club.get_absolute_url()).content.decode()
    assert "/statistics/?club=leith-traders" in page


def test_the_coverage_on_the_page_is_that_of_the_documentation():
    text = " ".join((settings.PROJECT_DIR / "docs" / "statistics.md").read_text().split())
    assert f"({COVERAGE.runs} leagues" in text
    assert f"**{COVERAGE.adjusted} %**" in text
    assert f"{COVERAGE.raw} % of them" in text


def test_without_a_fit_there_is_no_chart_of_worths(client, games):
    assert client.get("/statistics/charts/worth.svg").status_code == 404
    assert client.get("/statistics/charts/chess.svg").status_code == 404


def test_a_frame_may_stand_anywhere_and_runs_no_script(client, games):
    response = client.get("/statistics/embed/win_index/?seats=2")
    assert "X-Frame-Options" not in response
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "script-src 'none'" in response["Content-Security-Policy"]
    page = response.content.decode()
    assert "<script" not in page
    assert "Campbell" in page
    assert client.get("/statistics/").headers["X-Frame-Options"] == "DENY"


def test_a_frame_shows_what_a_visitor_sees(client, games):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE, slug="hidden-club")
    member = MembershipFactory(club=private).player
    for _ in range(5):
        two(club=private)
    refresh_statistics()
    client.force_login(member.account)
    assert client.get("/statistics/embed/win_index/?club=hidden-club").status_code == 404
    assert client.get("/statistics/charts/win_index.svg?club=hidden-club").status_code == 200
    assert "iframe" not in client.get("/statistics/?club=hidden-club").content.decode()
    assert "iframe" in client.get("/statistics/").content.decode()


def test_an_empty_frame_says_so(client, db):
    assert "No counted games yet" in client.get("/statistics/embed/worth/").content.decode()


def test_the_method_page_tells_the_coverage(client, fitted):
    page = client.get("/statistics/method/").content.decode()
    assert "made-up leagues" in page
    assert "40 games of 2 players" in page
