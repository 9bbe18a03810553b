"""Who leads in a club: counted games of members, in twelve months."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.utils import timezone

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.runner import process_marks
from games.clubs.models import Club, Membership
from games.players.models import Player
from games.players.models.player import PageVisibility
from games.players.services.merges import merge_players, undo_merge
from games.results.models import ClubTally, Game
from games.results.selectors.figures import club_leaders, first_month
from games.results.services.figures import ClubTalliesTopic
from games.results.services.results import Person
from games.results.services.verdicts import void_game
from tests.factories.games import PLAYED, keeper, recorded_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return Club.objects.create(name="Leith Traders", slug="leith-traders")


def member(club, name, **fields):
    player = Player.objects.create(name=name, **fields)
    Membership.objects.create(club=club, player=player)
    return player


def won(club, winner, loser, *, days_ago=1):
    played = replace(PLAYED, played_on=timezone.localdate() - timedelta(days=days_ago))
    return recorded_game(Person(player=winner), Person(player=loser), club=club, circumstances=played)


def leader_rows(club):
    process_marks(topic=ClubTalliesTopic.name, key=str(club.pk))
    return [(leader.shown.name, leader.wins, leader.games) for leader in leaders_of(club)]


def leaders_of(club):
    members = set(club.memberships.values_list("player", flat=True))
    return club_leaders(club=club, members=members, viewer=AnonymousUser())


def test_wins_decide_then_fewer_games(club):
    ailsa, rory, una = (member(club, name) for name in ("Ailsa", "Rory", "Una"))
    won(club, ailsa, rory)
    won(club, rory, ailsa)
    won(club, rory, una)
    won(club, ailsa, una)
    won(club, una, rory)
    assert leader_rows(club) == [("Ailsa", 2, 3), ("Rory", 2, 4), ("Una", 1, 3)]


def test_only_counted_games_of_the_last_year_by_members(club):
    ailsa, rory = member(club, "Ailsa"), member(club, "Rory")
    won(club, ailsa, rory, days_ago=400)
    void_game(actor=keeper(), game=won(club, rory, ailsa))
    won(club, Player.objects.create(name="Guest of another club"), ailsa)
    assert leader_rows(club) == []


def test_hidden_names_stay_hidden(club):
    won(club, member(club, "Ailsa", visibility=PageVisibility.HIDDEN), member(club, "Rory"))
    assert leader_rows(club) == [("a player", 1, 1)]


@pytest.mark.parametrize("winners", [1, 3])
def test_the_same_queries_for_any_number(club, winners, django_assert_num_queries):
    loser = member(club, "Rory")
    for number in range(winners):
        won(club, member(club, f"Winner {number}"), loser)
    process_marks(topic=ClubTalliesTopic.name, key=str(club.pk))
    # The members, the tallies, the names.
    with django_assert_num_queries(3):
        assert len(leaders_of(club)) == winners


def test_a_moved_date_a_merge_and_its_undo_are_counted_again(club):
    ailsa, rory, una = member(club, "Ailsa"), member(club, "Rory"), member(club, "Una")
    won(club, ailsa, rory, days_ago=100)
    game = won(club, una, rory)
    assert leader_rows(club) == [("Ailsa", 1, 1), ("Una", 1, 1)]
    merge = merge_players(source=una, target=ailsa, actor=None)
    assert leader_rows(club) == [("Ailsa", 2, 2)]
    undo_merge(merge=merge, actor=None)
    assert leader_rows(club) == [("Ailsa", 1, 1), ("Una", 1, 1)]
    Game.objects.filter(pk=game.pk).update(played_on=timezone.localdate() - timedelta(days=500))
    mark_dirty(topic=ClubTalliesTopic.name, key=str(club.pk))
    assert leader_rows(club) == [("Ailsa", 1, 1)]


def test_the_year_moves_on_by_itself(club):
    won(club, member(club, "Ailsa"), member(club, "Rory"))
    assert leader_rows(club) == [("Ailsa", 1, 1)]
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        assert leader_rows(club) == []


def test_a_rebuild_gives_the_same(club):
    ailsa, rory = member(club, "Ailsa"), member(club, "Rory")
    for days in (1, 40, 300):
        won(club, ailsa, rory, days_ago=days)
    before = leader_rows(club)
    stored = set(ClubTally.objects.values_list("month", "player", "games", "wins"))
    ClubTally.objects.all().delete()
    call_command("rebuild", ClubTalliesTopic.name, verbosity=0)
    assert leader_rows(club) == before == [("Ailsa", 3, 3)]
    assert set(ClubTally.objects.values_list("month", "player", "games", "wins")) == stored


@pytest.mark.parametrize(
    ("today", "first"),
    [("2026-11-15", "2025-12-01"), ("2026-12-01", "2026-01-01"), ("2027-01-31", "2026-02-01")],
)
def test_twelve_months_end_with_this_one(today, first):
    with time_machine.travel(f"{today} 12:00"):
        assert first_month().isoformat() == first
