"""Statistics in the API: the figures, refusals, privacy, and what they cost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.services.results import Person
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PlayerFactory
from tests.games.stats.helpers import refresh_statistics, two

pytestmark = pytest.mark.django_db

BASE = "/api/v1/statistics/clans_of_caledonia/"


def answer(client, address, **query):
    response = client.get(f"{BASE}{address}", query)
    assert response.status_code == 200, response.content
    return response.json()


def test_the_table(client, games):
    found = answer(client, "factions/", seats=2)
    assert (found["games"], found["totals_only"], found["left_out"], found["fit"]) == (5, 0, 0, None)
    assert len(found["rows"]) == 18
    row = next(row for row in found["rows"] if row["key"] == "campbell")
    assert (row["games"], row["wins"], row["par"], row["mean_vp"], row["is_small"]) == (5, 5, 2.5, 84, True)
    assert row["win_index"]["value"] == 2
    assert row["worth"] is None


def test_worths_with_where_they_come_from(client, fitted):
    found = answer(client, "factions/")
    assert found["fit"]["games"] == 40
    assert found["fit_is_exact"] is True
    assert (
        next(row for row in found["rows"] if row["key"] == "campbell")["worth"]["worth"]["value"] is not None
    )


def test_one_faction(client, games):
    found = answer(client, "factions/campbell/")
    assert found["row"]["games"] == found["sheets"] == 6
    assert [split["games"] for split in found["by_seats"]] == [5, 1, 0]
    assert found["by_facet"]["turn_order"][1]["games"] == 1
    assert [one["player"]["name"] for one in found["best_players"]] == ["Ailsa Muir"]
    assert len(found["record_games"]) == 6


def test_pairs_and_facts(client, games):
    pairs = answer(client, "pairs/")
    assert {"faction": "campbell", "other": "stewart", "games": 6, "ahead": 6.0}.items() <= pairs[1].items()
    facts = answer(client, "facts/", seats=2)
    assert facts["ties"] == {"games": 5, "decided_by_tie_break": 0, "shared": 0}
    assert facts["by_seats"][0]["games"] == 5


def test_glen_more_has_facts_but_no_factions(client, db):
    base = "/api/v1/statistics/glen_more_2/"
    assert client.get(f"{base}factions/").json()["rows"] == []
    assert client.get(f"{base}facts/").json()["games"] == 0


def test_draft_help(client, fitted):
    found = answer(
        client, "draft/", seats=2, offer=["campbell:starting_tile=7", "stewart", "macdonald"], rating=1500
    )
    assert len(found["choices"]) == 3
    campbell = next(one for one in found["choices"] if one["faction"] == "campbell")
    assert campbell["facets"] == {"starting_tile": "7"}
    assert found["choices"][-1]["bid"] == 0


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("factions/?seats=9", "bad_filter"),
        ("facts/?option.chess=yes", "bad_filter"),
        ("draft/?seats=2&offer=campbell", "invalid"),
        ("draft/?seats=9&offer=campbell&offer=stewart", "invalid"),
        ("draft/?seats=2&offer=campbell&offer=macbeth", "invalid"),
        ("draft/?seats=2&offer=campbell&offer=stewart:starting_tile=99", "invalid"),
        ("draft/?seats=2&offer=campbell&offer=campbell", "invalid"),
        ("draft/?seats=2&offer=campbell&offer=stewart&edition=chess", "invalid"),
    ],
)
def test_refusals(client, db, address, code):
    response = client.get(f"{BASE}{address}")
    assert (response.status_code, response.json()["code"]) == (400, code)


@pytest.mark.parametrize(
    "address",
    [
        "clans_of_caledonia/factions/macbeth/", "chess/factions/", "chess/facts/", "chess/draft/",
        "clans_of_caledonia/facts/?club=nowhere1",
    ],
)  # fmt: skip
def test_what_does_not_exist(client, db, address):
    assert client.get(f"/api/v1/statistics/{address}").status_code == 404


def test_a_private_club_is_for_its_members_and_hidden_players_have_no_name(client, games, ailsa):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    morag = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
    MembershipFactory(club=private, player=morag)
    for _ in range(4):
        two(people=[Person(player=morag), Person(player=ailsa)], club=private)
    refresh_statistics()
    everyone = answer(client, "factions/")
    assert (everyone["games"], everyone["left_out"]) == (6, 4)
    assert client.get(f"{BASE}factions/?club={private.public_id}").status_code == 404
    assert "Morag" not in str(answer(client, "factions/campbell/"))
    client.force_login(morag.account)
    assert answer(client, "factions/", club=private.public_id)["games"] == 4


@pytest.mark.parametrize("address", ["factions/", "factions/campbell/", "pairs/", "facts/"])
@pytest.mark.parametrize("more", [0, 2])
def test_the_same_queries_for_any_number_of_games(client, games, address, more):
    for _ in range(more):
        two()
    refresh_statistics()
    answer(client, address)
    with CaptureQueriesContext(connection) as asked:
        answer(client, address)
    expected = {"factions/": 3, "factions/campbell/": 7, "pairs/": 2, "facts/": 2}
    assert len(asked) == expected[address], [query["sql"] for query in asked]
