"""What a game's page offers to messengers and to those who share it."""

from html.parser import HTMLParser

import pytest
from django.conf import settings

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.services.results import Person
from games.results.services.verdicts import void_game
from games.results.web.share_contents import LOCALES
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import clans_seat, clans_sheet, keeper, recorded_game
from tests.factories.people import PlayerFactory
from tests.games.results.share.conftest import AWKWARD

pytestmark = pytest.mark.django_db


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.meta, self.field, self.links = {}, "", []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "meta":
            self.meta[given.get("property") or given.get("name")] = given.get("content")
        elif tag == "input" and given.get("id") == "game-link":
            self.field = given["value"]
        elif tag == "a":
            self.links.append(given.get("href"))


def page(client, game, query="", **headers):
    response = client.get(f"{game.get_absolute_url()}{query}", headers=headers)
    assert response.status_code == 200
    return Tags(response.content.decode())


def test_the_tags_of_a_game(client, game):
    meta = page(client, game).meta
    link = f"http://testserver{game.get_absolute_url()}"
    assert meta["og:title"] == "Clans of Caledonia, 2 May 2026"
    assert meta["og:description"] == "Ailsa Muir won with 84 VP before Rory Kerr (64)."
    assert meta["og:image:alt"] == meta["description"] == meta["og:description"]
    assert meta["og:url"] == link
    assert meta["og:image"] == f"{link}card.png?lang=en&version=1"
    assert meta["og:locale"] == "en_GB"
    assert meta["twitter:card"] == "summary_large_image"
    assert client.get(meta["og:image"]).status_code == 200


def test_names_are_escaped(client, table_of_four):
    assert AWKWARD in page(client, table_of_four).meta["og:description"]


def test_messengers_read_the_clubs_language_or_the_links(client, game, club):
    club.language = "pt-br"
    club.save()
    assert page(client, game, **{"accept-language": "en"}).meta["og:locale"] == "pt_BR"
    french = page(client, game, "?lang=fr").meta
    assert french["og:locale"] == "fr_FR"
    assert french["og:title"] == "Clans of Caledonia, 2 mai 2026"
    assert french["og:image"].endswith("card.png?lang=fr&version=1")
    assert french["og:url"].endswith("?lang=fr")


def test_the_link_names_the_language_of_whoever_shares_where_it_matters(client, game):
    assert page(client, game).field == f"http://testserver{game.get_absolute_url()}"
    assert page(client, game, **{"accept-language": "fr"}).field.endswith(
        f"{game.get_absolute_url()}?lang=fr"
    )


def test_every_language_has_a_locale():
    assert set(LOCALES) == set(dict(settings.LANGUAGES))


@pytest.mark.parametrize(
    ("glory", "expected"),
    [
        ([45], "Una reached {0} VP."),
        ([45, 45], "Una and Ewan share the win with {0} VP."),
        ([45, 45, 30], "Una and Ewan share the win with {0} VP before Isla ({2})."),
        ([60, 45, 30], "Una won with {0} VP before Ewan ({1}) and Isla ({2})."),
    ],
)
def test_the_sentence_of_every_outcome(client, glory, expected):
    names = ("Una", "Ewan", "Isla")[: len(glory)]
    sheet = clans_sheet(*(clans_seat(glory=one) for one in glory))
    game = recorded_game(*(Person(name=name) for name in names), sheet=sheet)
    totals = [seat.total for seat in game.seats.order_by("index")]
    assert page(client, game).meta["og:description"] == expected.format(*totals)


def test_tags_hold_no_name_that_is_not_public(client, club, ailsa):
    hidden = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
    MembershipFactory(club=club, player=hidden)
    game = recorded_game(Person(player=ailsa), Person(player=hidden), club=club, recorder=hidden.account)
    assert "a player" in page(client, game).meta["og:description"]
    client.force_login(hidden.account)
    assert not any((name or "").startswith("og:") for name in page(client, game).meta)


@pytest.mark.parametrize(
    ("language", "first"), [("en", "A player "), ("fr", "Un joueur "), ("pt-br", "Um jogador ")]
)
def test_a_sentence_begins_with_a_capital_also_where_the_first_has_no_name(client, club, language, first):
    people = [Person(player=PlayerFactory(visibility=PageVisibility.HIDDEN)) for _ in range(2)]
    game = recorded_game(*people, club=club)
    assert page(client, game, f"?lang={language}").meta["og:description"].startswith(first)


def test_anyone_with_the_link_opens_it_unless_the_club_is_private(client, game, club, ailsa):
    for visibility in (ClubVisibility.PUBLIC, ClubVisibility.UNLISTED):
        club.visibility = visibility
        club.save()
        assert page(client, game).meta["og:title"]
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    assert client.get(game.get_absolute_url()).status_code == 404
    client.force_login(ailsa.account)
    private = page(client, game)
    assert private.field
    assert not any("card." in (link or "") for link in private.links)
    assert page(client, recorded_game()).field


def test_only_games_of_public_clubs_are_for_search_engines(client, game):
    assert "robots" not in page(client, game).meta
    assert page(client, recorded_game()).meta["robots"] == "noindex"
    unlisted = recorded_game(club=ClubFactory(visibility=ClubVisibility.UNLISTED))
    assert page(client, unlisted).meta["robots"] == "noindex"


def test_what_was_taken_out_is_not_spread(client, game):
    void_game(actor=keeper(), game=game)
    taken_out = page(client, game)
    assert "og:title" not in taken_out.meta
    assert not any("card." in (link or "") for link in taken_out.links)


def test_the_panel_leads_to_everything(client, game):
    base = game.get_absolute_url()
    links = page(client, game).links
    for name in ("sheet.pdf", "sheet.pdf?paper=letter", "card.png", "card.svg"):
        assert f"{base}{name}" in links
