import pytest

from games.results.services.results import Person
from tests.factories.games import clans_seat, clans_sheet, recorded_game

AWKWARD = 'Zoë <b>&"O\'Neill"'


@pytest.fixture
def table_of_four(club):
    """Places 1 to 4, one name that every format has to escape, one in other alphabets, one too long for its place."""
    names = ("Ailsa Muir", AWKWARD, "Мария Ωδή", "Bartholomäus Wolfeschlegelsteinhausenbergerdorff-Hohenlohe")
    counts = (
        ("macfarlane", 6, 9, 60),
        ("stewart", 5, 8, 45),
        ("campbell", 4, 6, 40),
        ("macgregor", 3, 5, 31),
    )
    seats = [
        clans_seat(clan=clan, contracts=contracts, settlements=settlements, glory=glory)
        for clan, contracts, settlements, glory in counts
    ]
    return recorded_game(*(Person(name=name) for name in names), sheet=clans_sheet(*seats), club=club)
