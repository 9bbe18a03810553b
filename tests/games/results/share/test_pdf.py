"""The printed sheet: one page with every number of the result."""

from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.services.results import Circumstances, Person
from scoring import registry
from tests.factories.clubs import MembershipFactory
from tests.factories.games import clans_seat, clans_sheet, recorded_game
from tests.factories.people import PlayerFactory
from tests.games.results.share.conftest import AWKWARD
from tests.scoring.glen_more_2.sheets import sheet as glen_more_sheet

pytestmark = pytest.mark.django_db

A4, LETTER = (595, 842), (612, 792)


def printed(client, game, *, language="en", **wanted):
    address = reverse("games:pdf", args=[game.public_id])
    response = client.get(address, wanted, headers={"accept-language": language})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/pdf"
    reader = PdfReader(BytesIO(response.content))
    assert len(reader.pages) == 1
    return reader.pages[0]


def words(page):
    """All words in one line; names that were broken into several lines still have their pieces in order."""
    return " ".join(page.extract_text().split())


@pytest.mark.parametrize(
    ("system", "sheet"),
    [
        ("clans_of_caledonia", clans_sheet(*(clans_seat(glory=glory) for glory in (31, 77, 58)))),
        ("glen_more_2", glen_more_sheet(4)),
    ],
)
def test_every_number_of_the_result_is_printed(client, club, system, sheet):
    game = recorded_game(club=club, system=system, sheet=sheet, warnings_confirmed=True)
    figures = words(printed(client, game)).split()
    scored = registry.get(system).evaluate(game.versions.get().sheet).breakdown
    wanted = []
    for seat in scored.seats:
        wanted += [str(seat.total), f"{seat.place}."]
        for line in seat.lines:
            wanted += [str(line.vp)] if line.quantity is None else [str(line.vp), str(line.quantity)]
    for figure in set(wanted):
        assert figures.count(figure) >= wanted.count(figure), figure


def test_names_clans_circumstances_set_up_and_notes(client, club):
    game = recorded_game(
        Person(name=AWKWARD),
        Person(name="João Conceição"),
        sheet=clans_sheet(
            clans_seat(clan="campbell", colour="red"),
            clans_seat(clan="stewart", colour="blue"),
            random_prices=True,
        ),
        club=club,
        circumstances=Circumstances(
            played_on=date(2026, 5, 2),
            place="Café Mélusine",
            duration_minutes=135,
            notes="A <i>fine</i> game & more",
        ),
    )
    said = words(printed(client, game))
    for expected in (
        AWKWARD, "João Conceição", "Campbell", "Stewart", "2 May 2026", "Café Mélusine", "135 minutes",
        "Leith Traders", "Confirmed", "A <i>fine</i> game & more", "Random market prices", "Colour: Red",
        f"http://testserver{game.get_absolute_url()}",
    ):  # fmt: skip
        assert expected in said


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ("Settlements", "Place", "Total", "2 May 2026")),
        ("fr", ("Colonies", "Place", "Total", "2 mai 2026")),
        ("pt-br", ("Povoados", "Lugar", "2 de maio de 2026")),
    ],
)
def test_the_sheet_speaks_the_readers_language(client, game, language, expected):
    said = words(printed(client, game, language=language)).lower()
    for word in expected:
        assert word.lower() in said


def test_paper_sizes(client, game):
    for wanted, size in (({}, A4), ({"paper": "letter"}, LETTER), ({"paper": "wall"}, A4)):
        box = printed(client, game, **wanted).mediabox
        assert (round(box.width), round(box.height)) == size


def test_however_much_there_is_it_stays_one_page(client, club):
    game = recorded_game(
        *(Person(name="W" * 80) for _ in range(4)),
        system="glen_more_2",
        sheet=glen_more_sheet(4),
        club=club,
        circumstances=Circumstances(played_on=date(2026, 5, 2), place="M" * 80, notes="note\n" * 400),
        warnings_confirmed=True,
    )
    assert words(printed(client, game, paper="letter")).count("note") == 400


def test_a_game_of_totals_alone(client, game):
    game.versions.all().delete()
    game.seats.update(lines={})
    said = words(printed(client, game))
    assert "84" in said
    assert "64" in said


def test_names_are_those_the_reader_may_know(client, club, ailsa):
    hidden = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
    MembershipFactory(club=club, player=hidden)
    game = recorded_game(Person(player=ailsa), Person(player=hidden), club=club, recorder=hidden.account)
    assert "Morag" not in words(printed(client, game))
    client.force_login(hidden.account)
    assert "Morag Innes" in words(printed(client, game))


def test_the_sheet_of_a_private_club_is_for_those_who_may_see_the_game(client, game, club, ailsa):
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    address = reverse("games:pdf", args=[game.public_id])
    assert client.get(address).status_code == 404
    client.force_login(ailsa.account)
    assert "Ailsa Muir" in words(printed(client, game))


def test_nobody_keeps_a_copy_for_somebody_else(client, game):
    response = client.get(reverse("games:pdf", args=[game.public_id]))
    assert "no-store" in response.headers["Cache-Control"]
    assert response.headers["Content-Disposition"] == 'inline; filename="clans_of_caledonia-2026-05-02.pdf"'


def test_signs_we_have_no_letters_for_do_not_spoil_the_sheet(client, game):
    game.seats.filter(index=0).update(player=None, name="🎲 たろう\x07")
    assert "84" in words(printed(client, game))
