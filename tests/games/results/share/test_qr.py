"""The QR code leads to the game."""

import re
from xml.etree import ElementTree

import pytest
import segno
from django.urls import reverse

from games.clubs.enums import ClubVisibility

pytestmark = pytest.mark.django_db

SVG = "{http://www.w3.org/2000/svg}"
QUIET_ZONE = 4


def dark_modules(drawing):
    """The modules of the code as the drawing's dark path paints them: runs of one module's height."""
    dark = next(path for path in drawing.iter(f"{SVG}path") if path.get("stroke"))
    found, x, y = set(), 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", dark.get("d")):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "h":
            found |= {(int(x) + step, int(y)) for step in range(int(values[0]))}
            x += values[0]
        else:
            x, y = values if command == "M" else (x + values[0], y + values[1])
    return found


def test_the_code_is_the_link_of_the_game(client, game):
    response = client.get(reverse("games:qr", args=[game.public_id]))
    assert response.headers["Content-Type"] == "image/svg+xml"
    code = segno.make_qr(f"http://testserver{game.get_absolute_url()}", error="m")
    expected = {
        (across + QUIET_ZONE, down + QUIET_ZONE)
        for down, row in enumerate(code.matrix)
        for across, is_dark in enumerate(row)
        if is_dark
    }
    assert dark_modules(ElementTree.fromstring(response.content)) == expected


def test_it_names_no_language(client, game):
    """Whoever scans it reads the page in their own."""
    address = reverse("games:qr", args=[game.public_id])
    french = client.get(address, headers={"accept-language": "fr"})
    assert dark_modules(ElementTree.fromstring(french.content)) == dark_modules(
        ElementTree.fromstring(client.get(address).content)
    )


def test_the_code_of_a_private_game_is_for_those_who_may_see_it(client, game, club, ailsa):
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    address = reverse("games:qr", args=[game.public_id])
    assert client.get(address).status_code == 404
    client.force_login(ailsa.account)
    response = client.get(address)
    assert response.status_code == 200
    assert "private" in response.headers["Cache-Control"]
