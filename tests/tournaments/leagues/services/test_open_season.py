"""Open seasons: which games count, and the standings that follow."""

from dataclasses import replace
from datetime import date

import pytest

from games.exchange.enums import News
from games.exchange.models import Webhook
from games.players.services.merges import merge_players, undo_merge
from games.results.services.results import Person
from games.results.services.verdicts import restore_game, void_game
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import keeper
from tests.factories.leagues import members, open_season, played, refresh
from tests.factories.people import GuestFactory, PlayerFactory
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.enums import SeasonAuditKind
from tournaments.leagues.models import SeasonAuditRecord, SeasonStandingsRow
from tournaments.standings.rules import Rules

pytestmark = pytest.mark.django_db


def table(season):
    """Names are what the test gave: (player, place, points)."""
    refresh(season)
    rows = SeasonStandingsRow.objects.filter(standings__season=season).order_by("order")
    return [(row.player, row.place, row.points) for row in rows]


@pytest.fixture
def season():
    return open_season()


def test_games_of_the_club_become_standings(season):
    ann, bob, cat, dan = members(season, 4)
    played(season, ann, bob, cat, dan)
    played(season, bob, ann, cat)
    found = table(season)
    assert {player: points for player, _, points in found} == {ann: "8", bob: "8", cat: "3", dan: "1"}
    assert [player for player, _, _ in found][2:] == [cat, dan]
    assert [place for _, place, _ in found] == [1, 2, 3, 4]


def test_nothing_counts_twice_or_from_elsewhere(season):
    ann, bob = members(season, 2)
    played(season, ann, bob)
    played(season, ann, bob, on=date(2026, 2, 28))
    played(season, ann, bob, on=date(2026, 6, 1))
    played(season, ann, bob, club=ClubFactory())
    refresh(season)
    assert season.standings.get().games == 1


def test_the_first_and_the_last_day_belong_to_the_season(season):
    ann, bob = members(season, 2)
    played(season, ann, bob, on=season.starts_on)
    played(season, ann, bob, on=season.ends_on)
    refresh(season)
    assert season.standings.get().games == 2


def test_enough_league_members_must_sit_there(season):
    ann, bob = members(season, 2)
    stranger = PlayerFactory()
    played(season, ann, stranger, Person(name="Somebody"))
    refresh(season)
    assert season.standings.get().games == 0
    played(season, stranger, ann, bob)
    assert [(player, points) for player, _, points in table(season)] == [(ann, "3"), (bob, "1")]


def test_only_chosen_table_sizes_and_variants_count():
    wanted = replace(Configuration(), seat_counts=(4,), excluded=("auction:yes",))
    season = open_season(configuration=wanted)
    ann, bob, cat, dan = members(season, 4)
    played(season, ann, bob, cat)
    played(season, ann, bob, cat, dan)
    refresh(season)
    assert season.standings.get().games == 1


def test_a_voided_game_leaves_the_standings_and_the_audit_says_so(season):
    ann, bob = members(season, 2)
    game = played(season, ann, bob)
    refresh(season)
    void_game(actor=keeper(), game=game)
    assert table(season) == []
    event = SeasonAuditRecord.objects.get(kind=SeasonAuditKind.RESULT_CHANGED)
    assert event.game == game
    assert event.detail["counts"] is False
    restore_game(actor=keeper(), game=game)
    assert len(table(season)) == 2


def test_who_has_too_few_games_has_no_place():
    season = open_season(configuration=replace(Configuration(), rules=Rules(minimum_games=2)))
    ann, bob, cat = members(season, 3)
    played(season, ann, bob)
    played(season, bob, ann)
    played(season, cat, ann, bob)
    found = {player: place for player, place, _ in table(season)}
    assert found[cat] is None
    assert {found[ann], found[bob]} == {1, 2}


def test_a_member_who_leaves_the_club_keeps_their_games(season):
    ann, bob = members(season, 2)
    played(season, ann, bob)
    ann.memberships.all().delete()
    assert {player for player, _, _ in table(season)} == {ann, bob}


def test_the_engine_and_its_parameters_are_stored(season):
    refresh(season)
    stored = season.standings.get()
    assert (stored.engine, stored.engine_version) == ("standings", "1")
    assert stored.parameters["rules"]["scheme"] == "5-3-2-1"
    assert stored.parameters["lot_seed"] == season.lot_seed


def test_merging_two_guests_makes_one_line_of_two(season):
    double, real = GuestFactory(), GuestFactory()
    for guest in (double, real):
        MembershipFactory(club=season.league.club, player=guest)
    (ann,) = members(season, 1)
    played(season, ann, double)
    played(season, ann, real)
    refresh(season)
    merge = merge_players(source=double, target=real, actor=None)
    assert {player for player, _, _ in table(season)} == {ann, real}
    undo_merge(merge=merge, actor=None)
    assert {player for player, _, _ in table(season)} == {ann, real, double}


def test_webhooks_hear_of_changed_standings_and_of_nothing_else(season):
    ann, bob = members(season, 2)
    webhook = Webhook.objects.create(
        club=season.club, url="https://localhost/hook", secret="s", news=[News.STANDINGS]
    )
    played(season, ann, bob)
    refresh(season)
    refresh(season)
    (told,) = webhook.deliveries.all()
    assert told.body["standings"]["season"] == season.public_id
