"""The picture of a result: the same for everybody, and nothing on it that not everybody may know."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from PIL import Image

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.enums import GameState
from games.results.services.results import Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import clans_seat, clans_sheet, keeper, recorded_game
from tests.factories.people import AccountFactory, PlayerFactory
from tests.games.results.share.conftest import AWKWARD
from tests.scoring.glen_more_2.sheets import sheet as glen_more_sheet

pytestmark = pytest.mark.django_db

KINDS = ("games:card_svg", "games:card_png")
SVG = "{http://www.w3.org/2000/svg}"


def card(client, game, kind="games:card_svg", **wanted):
    return client.get(reverse(kind, args=[game.public_id]), wanted)


def words(response):
    assert response.status_code == 200
    return [text.text for text in ElementTree.fromstring(response.content).iter(f"{SVG}text")]


def picture(response):
    assert response.headers["Content-Type"] == "image/png"
    return Image.open(BytesIO(response.content)).convert("RGB")


def test_the_drawing_names_places_people_clans_totals_date_and_club(client, game):
    said = words(card(client, game))
    assert said[:3] == ["Clans of Caledonia", "2 May 2026 · Leith Traders", "Caledonia"]
    assert said[3:8] == ["1.", "VP", "84", "Ailsa Muir", "Campbell"]
    assert said[8:] == ["2.", "VP", "64", "Rory Kerr", "Stewart"]


def test_names_are_escaped_and_those_too_long_are_cut(client, table_of_four):
    said = words(card(client, table_of_four))
    assert AWKWARD in said
    assert "Мария Ωδή" in said
    assert any(word.startswith("Bartholomäus W") and word.endswith("…") for word in said)


def test_signs_that_xml_forbids_are_left_out(client, game):
    game.seats.filter(index=0).update(player=None, name="Ai\x07lsa\u200f")
    assert "Ailsa" in words(card(client, game))


def test_the_picture_has_the_size_of_messengers_and_shows_the_cloth_of_the_winner(client, game):
    drawn = picture(card(client, game, "games:card_png"))
    assert drawn.size == (1200, 630)
    colours = {colour for _, colour in drawn.getcolors(maxcolors=1_000_000)}
    # The ground of Campbell's swatch, and of Stewart's.
    assert {(0x24, 0x36, 0x5C), (0xA8, 0x32, 0x2D)} <= colours


def test_another_name_is_another_picture(client, game):
    before = card(client, game, "games:card_png").content
    game.seats.filter(index=0).update(player=None, name="Somebody Else")
    assert card(client, game, "games:card_png").content != before


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_system_and_number_of_seats_keeps_within_the_picture(client, club, seats):
    game = recorded_game(
        club=club, system="glen_more_2", sheet=glen_more_sheet(seats), warnings_confirmed=True
    )
    drawing = ElementTree.fromstring(card(client, game).content)
    assert len(list(drawing.iter(f"{SVG}text"))) == 3 + 4 * seats
    for text in drawing.iter(f"{SVG}text"):
        assert 0 < float(text.get("x")) < 1200
        assert 0 < float(text.get("y")) < 620


def test_a_name_in_a_script_we_have_no_letters_for_still_draws(client, game):
    game.seats.update(player=None, name="🎲 たろう")
    assert picture(card(client, game, "games:card_png")).size == (1200, 630)


@pytest.mark.parametrize(
    ("asked", "date"),
    [("fr", "2 mai 2026"), ("pt-br", "2 de maio de 2026"), ("en", "2 May 2026"), ("xx", "2 mai 2026")],
)
def test_the_language_is_the_one_asked_for_or_the_clubs(client, game, club, asked, date):
    club.language = "fr"
    club.save()
    assert words(card(client, game, lang=asked))[1].lower().startswith(date.lower())


def test_the_browsers_language_does_not_matter(client, game):
    address = reverse("games:card_svg", args=[game.public_id])
    assert "VP" in words(client.get(address, headers={"accept-language": "fr"}))


def test_a_name_that_is_not_public_is_on_no_picture_whoever_asks(client, club, ailsa):
    hidden = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
    MembershipFactory(club=club, player=hidden)
    game = recorded_game(Person(player=ailsa), Person(player=hidden), club=club, recorder=hidden.account)
    client.force_login(hidden.account)
    response = card(client, game)
    assert "Morag" not in response.content.decode()
    assert "a player" in words(response)


def test_whoever_hides_their_name_changes_the_mark_of_the_picture(client, game, rory):
    before = card(client, game, "games:card_png")
    rory.visibility = PageVisibility.HIDDEN
    rory.save()
    again = client.get(
        reverse("games:card_png", args=[game.public_id]), headers={"if-none-match": before.headers["ETag"]}
    )
    assert again.status_code == 200
    assert again.headers["ETag"] != before.headers["ETag"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_unchanged_picture_is_not_sent_twice(client, game, kind):
    first = card(client, game, kind)
    address = reverse(kind, args=[game.public_id])
    second = client.get(address, headers={"if-none-match": first.headers["ETag"]})
    assert second.status_code == 304
    assert second.content == b""
    assert second.headers["ETag"] == first.headers["ETag"]
    assert "max-age=300" in second.headers["Cache-Control"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_private_club_has_no_pictures_even_for_its_members(client, game, club, ailsa, kind):
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    assert card(client, game, kind).status_code == 404
    client.force_login(ailsa.account)
    assert card(client, game, kind).status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_games_of_unlisted_clubs_and_of_none_have_pictures(client, kind):
    unlisted = recorded_game(club=ClubFactory(visibility=ClubVisibility.UNLISTED))
    assert card(client, unlisted, kind).status_code == 200
    assert card(client, recorded_game(), kind).status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_taken_out_has_no_picture(client, game, kind):
    void_game(actor=keeper(), game=game)
    assert card(client, game, kind).status_code == 404


def test_a_disputed_result_says_so(client, game):
    game.state = GameState.DISPUTED
    game.save()
    assert words(card(client, game))[1].endswith("· Disputed")


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_are_only_read(client, game, kind):
    assert client.post(reverse(kind, args=[game.public_id])).status_code == 405
    assert client.get(reverse(kind, args=["nowhere"])).status_code == 404


@pytest.mark.parametrize("seats", [1, 3])
def test_the_same_queries_for_any_number_of_seats(client, club, seats, django_assert_num_queries):
    people = [Person(player=PlayerFactory()) for _ in range(seats)]
    sheet = clans_sheet(*[clans_seat() for _ in people])
    game = recorded_game(*people, sheet=sheet, club=club, recorder=AccountFactory(is_staff=True))
    with django_assert_num_queries(4):
        assert card(client, game).status_code == 200
