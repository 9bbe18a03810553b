"""Export, then import into an empty club: the same games, scores, places and ratings."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command

from games.clubs.enums import Role
from games.exchange.enums import ImportState, UnknownNames
from games.exchange.services.imports import run_import
from games.players.models import PageVisibility, Player
from games.ratings.models import PlayerRating
from games.results.models import Game
from games.results.services.results import Circumstances, Person
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet, recorded_game, two_seats
from tests.factories.people import GuestFactory, PlayerFactory
from tests.games.exchange.conftest import imported

pytestmark = pytest.mark.django_db(transaction=True)
GLEN_MORE = {
    "seats": [
        {
            "rounds": {
                name: {"castle_scots": 2 - index, "landmarks": 1, "barrels": index, "persons": 0}
                for name in "abcd"
            },
            "vp_tokens": 3,
            "coins": 5,
            "landmark_vp": 2,
            "territory": 10 + index,
            "resources": index,
        }
        for index in range(2)
    ]
}


def results(club):
    return [
        (
            game.system,
            game.played_on,
            game.margin,
            [
                (
                    seat.name,
                    seat.total,
                    seat.rank,
                    seat.faction,
                    {key: vp for key, (_, vp) in seat.lines.items()},
                )
                for seat in game.seats.order_by("index")
            ],
        )
        for game in Game.objects.filter(club=club).order_by("played_on", "pk")
    ]


def ratings(club):
    player_ratings = PlayerRating.objects.filter(pool__key__endswith=f"club:{club.public_id}")
    return sorted(
        (row.pool.key.partition("/")[0], row.player.name, row.rating, row.deviation, row.games)
        for row in player_ratings
    )


@pytest.fixture
def home(db):
    """A club with three games of both systems, played by guests."""
    club = ClubFactory()
    names = ["Ailsa", "Rory", "Una"]
    players = [MembershipFactory(club=club, player=GuestFactory(name=name)).player for name in names]
    three = clans_sheet(
        clans_seat(clan="campbell", turn_order=2), clans_seat(clan="stewart", turn_order=1, glory=50),
        clans_seat(clan="buchanan", turn_order=3, cotton=4),
    )  # fmt: skip
    games = [
        (date(2026, 5, 2), "clans_of_caledonia", three, players),
        (date(2026, 5, 9), "clans_of_caledonia", two_seats(), players[:2]),
        (date(2026, 5, 16), "glen_more_2", GLEN_MORE, players[1:]),
    ]
    for day, system, sheet, seated in games:
        recorded_game(
            *[Person(player=player) for player in seated],
            sheet=sheet,
            system=system,
            club=club,
            circumstances=Circumstances(played_on=day, duration_minutes=90, notes="Close"),
            warnings_confirmed=True,
        )
    return club


@pytest.mark.parametrize("form", ["jsonl", "csv", "xlsx", "bgstats"])
def test_nothing_is_lost_on_the_way(client, home, form):
    client.force_login(member_of(home, Role.SCOREKEEPER))
    answer = client.get(f"/export/games.{form}?club={home.slug}")
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    away = ClubFactory()
    batch = imported(member_of(away, Role.SCOREKEEPER), away, content, filename=f"games.{form}")
    run_import(actor=batch.account, batch=batch, takes_doubtful=False, unknown_names=UnknownNames.GUESTS)
    batch.refresh_from_db()
    assert batch.state == ImportState.DONE
    if form == "bgstats":
        # It has no rounds, so the lines of such a game stay behind; everything that decides it does not.
        assert [game[:3] for game in results(away)] == [game[:3] for game in results(home)]
        assert [[seat[:4] for seat in game[3]] for game in results(away)] == [
            [seat[:4] for seat in game[3]] for game in results(home)
        ]
    else:
        assert results(away) == results(home)
        assert not Game.objects.filter(club=away, totals_only=True).exists()
    assert ratings(away) == ratings(home)
    assert len(ratings(home)) == 5


def test_names_one_may_not_know_are_in_no_file(client, home):
    Player.objects.filter(name="Una").update(visibility=PageVisibility.HIDDEN)
    client.force_login(PlayerFactory().account)
    for form in ("jsonl", "csv", "bgstats"):
        answer = client.get(f"/export/games.{form}")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert b"Una" not in content
        assert b"clans_of_caledonia" in content or b"Clans of Caledonia" in content


def test_visitors_sign_in_first(client):
    assert client.get("/export/").status_code == client.get("/export/games.csv").status_code == 302
    client.force_login(PlayerFactory().account)
    assert client.get("/export/").status_code == 200
    assert client.get("/export/games.exe").status_code == 404


def test_the_command_line_does_both(home, tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    call_command("export_games", str(file), club=home.slug)
    away = ClubFactory()
    keeper = member_of(away, Role.SCOREKEEPER)
    call_command("import_games", str(file), account=keeper.email, club=away.slug)
    assert "new: 3" in capsys.readouterr().out
    assert not Game.objects.filter(club=away).exists()
    call_command("import_games", str(file), account=keeper.email, club=away.slug, run=True)
    assert "imported: 3, refused: 0" in capsys.readouterr().out
    assert results(away) == results(home)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"account": "nobody@example.org"}, "no account"),
        ({"club": "nowhere"}, "no club"),
        ({"file": "missing.json"}, "cannot be read"),
        ({"content": b"{"}, "not JSON"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path, options, message):
    club = ClubFactory()
    keeper = member_of(club, Role.SCOREKEEPER)
    file = tmp_path / "games.json"
    file.write_bytes(options.get("content", b"{}"))
    arguments = {"account": keeper.email, "club": club.slug} | {
        key: value for key, value in options.items() if key in {"account", "club"}
    }
    with pytest.raises(CommandError, match=message):
        call_command("import_games", str(tmp_path / options.get("file", "games.json")), **arguments)
