import json

import pytest

from games.clubs.enums import Role
from games.exchange.services.imports import start_import
from games.systems.bgg import entry_of
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.people import PlayerFactory


@pytest.fixture
def club(db):
    return ClubFactory(name="Leith Traders", slug="leith-traders")


@pytest.fixture
def keeper(club):
    return member_of(club, Role.SCOREKEEPER, name="Una Hay")


@pytest.fixture
def ailsa(club):
    return MembershipFactory(club=club, player=PlayerFactory(name="Ailsa Muir")).player


def bgstats_file(*plays, players=("Ailsa Muir", "Rory Kerr"), system="clans_of_caledonia"):
    """A file of BG Stats; each play is (uuid, day, totals by player) with the clans Campbell and “Clan MacEwen”."""
    roles = ("Campbell", "Clan MacEwen", "Le clan Stewart", "")
    return json.dumps(
        {
            "games": [{"id": 1, "name": entry_of(system).name, "bggId": entry_of(system).number}],
            "players": [
                {"id": number, "uuid": f"u-{number}", "name": name}
                for number, name in enumerate(players, start=1)
            ],
            "plays": [
                {
                    "uuid": uuid,
                    "gameRefId": 1,
                    "playDate": f"{day} 20:00:00",
                    "playerScores": [
                        {"playerRefId": number, "score": str(total), "role": roles[number - 1]}
                        for number, total in enumerate(totals, start=1)
                    ],
                }
                for uuid, day, totals in plays
            ],
        }
    ).encode()


def imported(account, club, content, filename="BGStatsExport.json"):
    return start_import(actor=account, club=club, filename=filename, content=content)
