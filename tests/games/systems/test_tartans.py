"""The swatches of the clans."""

from games.systems.clans_of_caledonia import sprites
from games.systems.clans_of_caledonia.tartans import TARTANS

CLANS = [
    "buchanan",
    "campbell",
    "cunningham",
    "fergusson",
    "macdonald",
    "macewen",
    "mackenzie",
    "robertson",
    "stewart",
    "douglas",
    "fraser",
    "gordon",
    "macfarlane",
    "macgregor",
    "mackintosh",
    "macleod",
    "macpherson",
    "sinclair",
]


def test_every_clan_has_a_swatch():
    assert sorted(TARTANS) == sorted(CLANS)


def test_the_file_is_woven_from_the_table():
    assert sprites.CLANS.read_text() == sprites.draw_clans()


def test_no_two_clans_share_an_arrangement_of_stripes():
    arrangements = {
        clan: tuple(sorted((stripe.start, stripe.width) for stripe in tartan.stripes))
        for clan, tartan in TARTANS.items()
    }
    assert len(set(arrangements.values())) == len(CLANS)
