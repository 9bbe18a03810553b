"""Charts as files and in frames of other pages."""

from datetime import date
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.conf import settings
from PIL import Image, ImageColor

from caledonia_site.common.charts.svg import light_colours
from games.clubs.enums import ClubVisibility
from games.stats.web.factions import COVERAGE
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.games.stats.helpers import refresh_statistics, two

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    [
        "charts/win_index.svg", "clans/campbell/profile.svg", "clans/campbell/scores.svg",
        "clans/campbell/against.svg", "games/clans_of_caledonia/places.svg",
        "games/clans_of_caledonia/scores-2.svg", "charts/pairs.svg",
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
        ("games/clans_of_caledonia/scores-2.png", "loch"), ("charts/pairs.png", "heat-7"),
        ("clans/campbell/time.png", "loch-soft"), ("clans/campbell/time.png", "series-1"),
    ],
)  # fmt: skip
def test_a_chart_as_png(client, games, address, drawn):
    two(day=date(2026, 2, 1))
    refresh_statistics()
    response = client.get(f"/statistics/{address}")
    assert response["Content-Type"] == "image/png"
    picture = Image.open(BytesIO(response.content)).convert("RGB")
    colours = {colour for _count, colour in picture.getcolors(1 << 20)}
    expected = light_colours()[drawn]
    # Bars of clans with few games are grey.
    if address == "charts/win_index.png":
        expected = light_colours()["border"]
    assert ImageColor.getrgb(expected) in colours


def test_lines_over_time_as_a_file(client, games):
    assert client.get("/statistics/clans/campbell/time.svg").status_code == 404, "one quarter is no line"
    two(day=date(2026, 2, 1))
    refresh_statistics()
    text = client.get("/statistics/clans/campbell/time.svg").content.decode()
    root = ElementTree.fromstring(text)
    names = {"svg": "http://www.w3.org/2000/svg"}
    assert len(root.findall(".//svg:circle[@class='chart-dot series-1']", names)) == 2
    assert "Q1 2026" in text
    # Drawn inside one file, the lines need a place of their own beside the scale.
    assert root.findall(".//svg:path[@class='chart-band']", names)


def test_the_heat_map_as_a_file_names_clans_that_met_often(client, games):
    text = client.get("/statistics/charts/pairs.svg").content.decode()
    assert text.count("Campbell") == 2
    assert "MacDonald" not in text, "once at a table is too little"
    page = client.get("/statistics/").content.decode()
    heat = page[page.index("heat-table") :]
    assert "MacDonald" not in heat[: heat.index("</table>")]


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


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("embed/pairs/", "/statistics/?seats=2"),
        ("clans/campbell/profile/frame/", "/statistics/clans/campbell/?seats=2"),
        ("games/clans_of_caledonia/scores-2/frame/", "/statistics/games/clans_of_caledonia/?seats=2"),
    ],
)
def test_every_chart_has_a_frame_that_leads_to_its_page(client, games, address, page):
    response = client.get(f"/statistics/{address}?seats=2")
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response
    text = response.content.decode()
    assert f'href="{page}"' in text
    assert "<script" not in text
    assert client.get(
        f"/statistics/{address.replace('/campbell/profile', '/campbell/chess')}?seats=9"
    ).status_code in {
        400,
        404,
    }


def test_frames_of_clans_show_no_private_club(client, games):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE, slug="hidden-club")
    client.force_login(MembershipFactory(club=private).player.account)
    assert client.get("/statistics/clans/campbell/?club=hidden-club").status_code == 200
    assert client.get("/statistics/clans/campbell/profile/frame/?club=hidden-club").status_code == 404
    assert (
        client.get("/statistics/games/clans_of_caledonia/places/frame/?club=hidden-club").status_code == 404
    )


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
