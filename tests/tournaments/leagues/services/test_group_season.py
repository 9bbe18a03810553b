"""Seasons with groups: schedule, results, withdrawals, forfeits, and the end."""

from datetime import date, timedelta

import pytest

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Role
from games.results.services.correct import correct_game
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import keeper
from tests.factories.leagues import details, group_season, members, open_season, played, refresh
from tests.factories.people import PlayerFactory
from tournaments.leagues.enums import Decision, OpenGames, SeasonAuditKind
from tournaments.leagues.models import Fixture, SeasonAuditRecord, SeasonStandingsRow
from tournaments.leagues.services.errors import (
    AlreadyPlayedError,
    AlreadyTakesPartError,
    DeadlineOutsideSeasonError,
    FixtureTakenError,
    GameElsewhereError,
    GroupSizeError,
    NotClosedError,
    NotInClubError,
    OpenGamesUndecidedError,
    OutsideSeasonError,
    PlayerInTwoGroupsError,
    SeasonClosedError,
    SeasonNotPlannedError,
    TooLateToJoinError,
)
from tournaments.leagues.services.fixtures import (
    decide_fixture,
    link_game,
    move_deadline,
    undo_decision,
    unlink_game,
)
from tournaments.leagues.services.groups import form_groups
from tournaments.leagues.services.participants import join_season, withdraw_participant
from tournaments.leagues.services.seasons import close_season, plan_next_season, reopen_season, start_season
from tournaments.shared.errors import NobodyForfeitsError, OtherClubError, OtherPlayersError, VoidGameError

pytestmark = pytest.mark.django_db


def fixtures(season):
    found = list(Fixture.objects.filter(season=season).order_by("group_id", "round", "table"))
    for fixture in found:
        fixture.season = season
    return found


def people(fixture):
    return [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]


def play(season, fixture, actor, *, winner_first=True, on=date(2026, 3, 15)):
    seated = people(fixture)
    game = played(season, *(seated if winner_first else seated[::-1]), on=on)
    link_game(actor=actor, fixture=fixture, game=game)
    return game


def points(season):
    refresh(season)
    rows = SeasonStandingsRow.objects.filter(standings__season=season)
    return {row.player: row.points for row in rows}


@pytest.fixture
def season(league, organiser):
    return group_season(players=5, size=5, league=league, actor=organiser)


# The schedule


def test_everybody_plays_equally_often_and_sits_everywhere_once(season):
    seats = {}
    for fixture in fixtures(season):
        for index, player in enumerate(people(fixture)):
            seats.setdefault(player, []).append(index)
    assert len(seats) == 5
    assert all(sorted(found) == [0, 1, 2, 3] for found in seats.values())


def test_deadlines_divide_the_season_and_end_with_it(season):
    deadlines = [fixture.deadline for fixture in fixtures(season)]
    assert deadlines == sorted(deadlines)
    assert season.starts_on < deadlines[0]
    assert deadlines[-1] == season.ends_on


def test_a_started_season_keeps_its_groups(season, organiser):
    for act in (
        lambda: form_groups(actor=organiser, season=season, pyramid=[]),
        lambda: start_season(actor=organiser, season=season),
    ):
        with pytest.raises(SeasonNotPlannedError):
            act()


def test_a_player_cannot_be_in_two_groups(league, organiser):
    season = open_season(league=league, actor=organiser, kind="groups")
    first, second = members(season, 2)
    with pytest.raises(PlayerInTwoGroupsError) as error:
        form_groups(actor=organiser, season=season, pyramid=[[[first.pk, second.pk]], [[second.pk]]])
    assert second.name in str(error.value)


def test_a_group_too_small_for_a_table_cannot_start(league, organiser):
    season = open_season(league=league, actor=organiser, kind="groups")
    three = members(season, 3)
    form_groups(actor=organiser, season=season, pyramid=[[[player.pk for player in three]]])
    with pytest.raises(GroupSizeError, match="has 3 players"):
        start_season(actor=organiser, season=season)


# Who takes part


def test_nobody_joins_groups_that_play(season, organiser):
    (late,) = members(season, 1)
    with pytest.raises(TooLateToJoinError):
        join_season(actor=organiser, season=season, player=late)


def test_only_people_of_the_club_take_part_and_only_once(league, organiser):
    season = open_season(league=league, actor=organiser, enrolment="sign_up")
    player = MembershipFactory(club=league.club).player
    join_season(actor=player.account, season=season, player=player)
    with pytest.raises(AlreadyTakesPartError):
        join_season(actor=organiser, season=season, player=player)
    with pytest.raises(NotInClubError):
        join_season(actor=organiser, season=season, player=PlayerFactory())


def test_members_put_nobody_else_on_the_list(league, organiser):
    season = open_season(league=league, actor=organiser, enrolment="sign_up")
    one, other = members(season, 2)
    with pytest.raises(NotAllowedError):
        join_season(actor=one.account, season=season, player=other)


# Results


def test_a_result_gives_points_and_stands_in_the_history(season, organiser):
    fixture = fixtures(season)[0]
    play(season, fixture, organiser)
    found = points(season)
    assert [found[player] for player in people(fixture)] == ["5", "3", "2", "1"]
    assert SeasonAuditRecord.objects.filter(season=season, kind=SeasonAuditKind.LINKED).exists()


def test_a_late_game_counts_and_is_marked(season, organiser):
    fixture = fixtures(season)[0]
    play(season, fixture, organiser, on=fixture.deadline + timedelta(days=1))
    fixture.refresh_from_db()
    assert fixture.is_late
    assert len(points(season)) == 5
    assert SeasonStandingsRow.objects.filter(standings__season=season, games=1).count() == 4


def test_one_game_counts_for_one_place_in_the_schedule(season, organiser):
    first, second = fixtures(season)[:2]
    game = play(season, first, organiser)
    link_game(actor=organiser, fixture=first, game=game)
    with pytest.raises(GameElsewhereError):
        link_game(actor=organiser, fixture=second, game=game)
    other = played(season, *people(first))
    with pytest.raises(FixtureTakenError):
        link_game(actor=organiser, fixture=first, game=other)


def test_a_game_that_does_not_fit_is_refused_with_the_reason(season, organiser):
    fixture = fixtures(season)[0]
    seated = people(fixture)
    cases = [
        (played(season, *seated, club=ClubFactory()), OtherClubError),
        (played(season, *seated[:3]), OtherPlayersError),
        (played(season, *seated, on=season.starts_on - timedelta(days=1)), OutsideSeasonError),
        (void_game(actor=keeper(), game=played(season, *seated)), VoidGameError),
    ]
    for game, error in cases:
        with pytest.raises(error):
            link_game(actor=organiser, fixture=fixture, game=game)


def test_who_does_not_sit_there_enters_no_result(season, organiser):
    fixture = fixtures(season)[0]
    outsider = member_of(season.league.club)
    game = played(season, *people(fixture))
    with pytest.raises(NotAllowedError):
        link_game(actor=outsider, fixture=fixture, game=game)
    link_game(actor=people(fixture)[0].account, fixture=fixture, game=game)


def test_a_void_result_leaves_its_place_to_another_game(season, organiser):
    fixture = fixtures(season)[0]
    void_game(actor=keeper(), game=play(season, fixture, organiser))
    assert set(points(season).values()) == {"0"}
    play(season, fixture, organiser)
    assert "5" in points(season).values()


def test_a_correction_that_seats_somebody_else_no_longer_counts(season, organiser):
    fixture = fixtures(season)[0]
    game = play(season, fixture, organiser)
    seated = people(fixture)
    (other,) = members(season, 1)
    sheet = game.versions.get().sheet
    correct_game(
        game=game,
        expected_version=1,
        sheet=sheet,
        circumstances=Circumstances(played_on=game.played_on),
        people=[Person(player=player) for player in [other, *seated[1:]]],
        actor=organiser,
        warnings_confirmed=True,
    )
    assert set(points(season).values()) == {"0"}
    assert SeasonAuditRecord.objects.filter(kind=SeasonAuditKind.RESULT_CHANGED, game=game).exists()


def test_taking_a_result_off_leaves_the_game(season, organiser):
    fixture = fixtures(season)[0]
    game = play(season, fixture, organiser)
    unlink_game(actor=organiser, fixture=fixture)
    assert set(points(season).values()) == {"0"}
    game.refresh_from_db()
    assert game.counts


# What was not played


def test_who_forfeits_gets_nothing_and_the_others_share(season, organiser):
    fixture = fixtures(season)[0]
    decide_fixture(actor=organiser, fixture=fixture, decision=Decision.FORFEITED, forfeiting=[3])
    found = points(season)
    assert [found[player] for player in people(fixture)] == ["10/3", "10/3", "10/3", "0"]
    undo_decision(actor=organiser, fixture=fixture)
    assert set(points(season).values()) == {"0"}


def test_a_decision_needs_a_reason_and_a_game_that_was_not_played(season, organiser):
    first, second = fixtures(season)[:2]
    with pytest.raises(NobodyForfeitsError):
        decide_fixture(actor=organiser, fixture=first, decision=Decision.FORFEITED)
    play(season, second, organiser)
    with pytest.raises(AlreadyPlayedError):
        decide_fixture(actor=organiser, fixture=second, decision=Decision.CANCELLED)


def test_a_withdrawn_players_open_games_must_be_decided(season, organiser):
    played_one, *waiting = fixtures(season)
    play(season, played_one, organiser)
    leaving = season.participants.get(player=people(played_one)[0])
    leaving.season = season
    with pytest.raises(OpenGamesUndecidedError) as error:
        withdraw_participant(actor=organiser, participant=leaving)
    assert leaving.player.name in str(error.value)
    with pytest.raises(NotAllowedError):
        withdraw_participant(actor=leaving.player.account, participant=leaving, open_games=OpenGames.CANCEL)
    withdraw_participant(actor=organiser, participant=leaving, open_games=OpenGames.CANCEL)
    refresh(season)
    row = SeasonStandingsRow.objects.get(standings__season=season, player=leaving.player)
    assert (row.place, row.withdrawn, row.points) == (None, True, "5")
    open_ones = Fixture.objects.open().filter(season=season)
    assert not open_ones.filter(seats__participant=leaving).exists()
    assert open_ones.count() == sum(leaving.player not in people(fixture) for fixture in waiting)


def test_a_withdrawn_player_can_forfeit_the_rest(season, organiser):
    fixture = fixtures(season)[0]
    leaving = season.participants.get(player=people(fixture)[0])
    leaving.season = season
    withdraw_participant(actor=organiser, participant=leaving, open_games=OpenGames.FORFEIT)
    found = points(season)
    assert found[leaving.player] == "0"
    assert all(value != "0" for player, value in found.items() if player != leaving.player)


def test_a_deadline_moves_within_the_season_and_the_history_knows(season, organiser):
    fixture = fixtures(season)[0]
    with pytest.raises(DeadlineOutsideSeasonError):
        move_deadline(actor=organiser, fixture=fixture, deadline=season.ends_on + timedelta(days=1))
    move_deadline(actor=organiser, fixture=fixture, deadline=season.ends_on)
    assert SeasonAuditRecord.objects.filter(season=season, kind=SeasonAuditKind.DEADLINE).exists()


# The end


def test_a_closed_season_is_frozen_and_only_an_owner_reopens_it(season, organiser):
    game = play(season, fixtures(season)[0], organiser)
    close_season(actor=organiser, season=season)
    before = points(season)
    assert "5" in before.values()
    void_game(actor=keeper(), game=game)
    assert points(season) == before
    event = SeasonAuditRecord.objects.get(season=season, kind=SeasonAuditKind.RESULT_CHANGED)
    assert event.detail["frozen"] is True
    season.refresh_from_db()
    for act in (
        lambda: unlink_game(actor=organiser, fixture=fixtures(season)[0]),
        lambda: close_season(actor=organiser, season=season),
    ):
        with pytest.raises(SeasonClosedError):
            act()
    with pytest.raises(NotAllowedError):
        reopen_season(actor=organiser, season=season)
    owner = member_of(season.league.club, Role.OWNER)
    season.league.club.__dict__.pop("viewer_id", None)
    reopen_season(actor=owner, season=season)
    assert set(points(season).values()) == {"0"}
    assert SeasonAuditRecord.objects.get(kind=SeasonAuditKind.REOPENED).account == owner


def test_the_next_season_promotes_and_relegates_and_newcomers_start_at_the_bottom(league, organiser):
    season = group_season(players=8, size=4, league=league, actor=organiser)
    for fixture in fixtures(season):
        play(season, fixture, organiser)
    following = details(
        name="Season 2",
        kind="groups",
        enrolment="sign_up",
        starts_on=date(2026, 6, 1),
        ends_on=date(2026, 8, 31),
        configuration=season.configuration,
    )
    with pytest.raises(NotClosedError):
        plan_next_season(actor=organiser, season=season, details=following)
    season = close_season(actor=organiser, season=season)
    final = {
        level: [
            row.player_id
            for row in SeasonStandingsRow.objects.filter(
                standings__season=season, standings__group__division__level=level
            ).order_by("order")
        ]
        for level in (1, 2)
    }
    planned = plan_next_season(actor=organiser, season=season, details=following).season
    top = set(planned.participants.filter(group__division__level=1).values_list("player_id", flat=True))
    assert top == {*final[1][:3], final[2][0]}
    assert planned.is_planned


def test_who_withdrew_is_out_of_the_next_season(league, organiser):
    season = group_season(players=8, size=4, league=league, actor=organiser, enrolment="everybody")
    participant = season.participants.first()
    participant.season = season
    withdraw_participant(actor=organiser, participant=participant, open_games=OpenGames.CANCEL)
    season = close_season(actor=organiser, season=season)
    following = details(
        name="Season 2",
        kind="groups",
        starts_on=date(2026, 6, 1),
        ends_on=date(2026, 8, 31),
        configuration=season.configuration,
    )
    planned = plan_next_season(actor=organiser, season=season, details=following).season
    assert not planned.participants.filter(player=participant.player).exists()
