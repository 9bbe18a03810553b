"""The drawn contracts are those of the catalogue."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from django.conf import settings

from games.systems.clans_of_caledonia.sprites import CONTRACTS, COSTS, FOLDER, GAINS, draw_contracts
from games.systems.pictures import describe_piece, pictures_of
from scoring.clans_of_caledonia.contracts import CATALOGUE

IMAGES = Path(settings.SITE_DIR) / "static" / "img"
SVG = "{http://www.w3.org/2000/svg}"


def test_the_file_is_what_the_program_draws():
    assert CONTRACTS.read_text() == draw_contracts((IMAGES / "icons.svg").read_text())


def test_every_tile_shows_its_numbers_in_order():
    symbols = ElementTree.parse(CONTRACTS).getroot().findall(f"{SVG}symbol")
    assert len(symbols) == 50
    for symbol, tile in zip(symbols, CATALOGUE, strict=True):
        assert symbol.attrib["id"] == str(tile["key"])
        shown = [int(text.text) for text in symbol.findall(f"{SVG}text")]
        assert shown == [tile[good] for good in (*COSTS, *GAINS) if tile[good]]


def test_a_tile_is_told_to_those_who_cannot_see_it():
    pictures = pictures_of("clans_of_caledonia", "contracts")
    assert describe_piece("12", pictures, CATALOGUE[11]) == "12: 4 Whisky → 3 Hops, 4 Sugar cane"
    assert tuple(pictures.costs) == COSTS
    assert tuple(pictures.gains) == GAINS


def test_filters_of_the_style_sheet_know_every_cost():
    css = (FOLDER / "system.css").read_text()
    for cost in COSTS:
        assert f'.picker:has([value="{cost}"]:checked) .tile:not([data-costs~="{cost}"]' in css
