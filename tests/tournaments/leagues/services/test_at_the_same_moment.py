"""Two people change one season at the same moment: whichever comes first, nothing is done twice or half."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from games.clubs.enums import Role
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.leagues import LeagueFactory, details, group_season, open_season, played
from tests.moments import at_the_same_moment
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.enums import Decision, SeasonAuditKind, SeasonState
from tournaments.leagues.models import Division, Fixture, Participant, Season, SeasonAuditRecord
from tournaments.leagues.selectors.leagues import season_for
from tournaments.leagues.services.adjustments import adjust_points, undo_adjustment
from tournaments.leagues.services.fixtures import decide_fixture, link_game
from tournaments.leagues.services.groups import deal_groups, form_groups
from tournaments.leagues.services.participants import add_late_player, withdraw_participant
from tournaments.leagues.services.seasons import close_season, plan_season, start_season

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def organisers(club):
    return [member_of(club, Role.ORGANISER) for _ in range(2)]


@pytest.fixture
def league(club):
    return LeagueFactory(club=club)


def planned(league, actor, players=5):
    """Being prepared, with so many players on its list."""
    wanted = replace(Configuration(), group_size=5)
    season = open_season(league=league, actor=actor, kind="groups", enrolment="sign_up", configuration=wanted)
    for _ in range(players):
        season.participants.create(player=MembershipFactory(club=league.club).player)
    return season


def seen_by(person, season):
    """Each person's own copy, with the role they had when their page was shown."""
    return season_for(season.public_id, person)


def each(people, season, act):
    """What each does, from the season as they saw it before."""
    copies = [(person, seen_by(person, season)) for person in people]
    return [lambda person=person, copy=copy: act(person, copy) for person, copy in copies]


def count(season, kind):
    return SeasonAuditRecord.objects.filter(season=season, kind=kind).count()


def test_both_start_the_season(league, organisers):
    season = planned(league, organisers[0])
    deal_groups(actor=organisers[0], season=season)
    acts = each(organisers, season, lambda person, copy: start_season(actor=person, season=copy))
    assert at_the_same_moment(*acts) == ["done", "season_not_planned"]
    assert Fixture.objects.filter(season=season).count() == 5
    assert count(season, SeasonAuditKind.STARTED) == 1


def test_one_starts_while_the_other_deals_anew(league, organisers):
    """Either the schedule is of the new groups, or the deal came too late; never a schedule of groups that are gone."""
    season = planned(league, organisers[0], players=10)
    deal_groups(actor=organisers[0], season=season)
    starter, dealer = organisers
    outcomes = at_the_same_moment(
        *each([starter], season, lambda person, copy: start_season(actor=person, season=copy)),
        *each([dealer], season, lambda person, copy: deal_groups(actor=person, season=copy)),
    )
    assert outcomes in (["done", "done"], ["done", "season_not_planned"])
    assert Season.objects.get(pk=season.pk).state == SeasonState.RUNNING
    assert Fixture.objects.filter(season=season).count() == 10
    seated = Participant.objects.filter(fixture_seats__fixture__season=season).distinct()
    assert {participant.group_id for participant in seated} == set(
        Fixture.objects.filter(season=season).values_list("group_id", flat=True)
    )


def test_both_form_groups(league, organisers):
    """The last one stands, whole: never the groups of both."""
    season = planned(league, organisers[0])
    players = list(season.participants.order_by("pk").values_list("player_id", flat=True))
    wishes = {organisers[0].pk: [[players]], organisers[1].pk: [[players[:3]], [players[3:]]]}
    acts = each(
        organisers,
        season,
        lambda person, copy: form_groups(actor=person, season=copy, pyramid=wishes[person.pk]),
    )
    assert at_the_same_moment(*acts) == ["done", "done"]
    found = [
        [
            list(group.participants.order_by("number").values_list("player_id", flat=True))
            for group in one.groups.all()
        ]
        for one in Division.objects.filter(season=season).order_by("level")
    ]
    assert found in wishes.values()


def test_both_close_the_season(league, organisers):
    season = group_season(players=5, league=league, actor=organisers[0])
    acts = each(organisers, season, lambda person, copy: close_season(actor=person, season=copy))
    assert at_the_same_moment(*acts) == ["done", "season_closed"]
    assert count(season, SeasonAuditKind.CLOSED) == 1
    assert season.standings.count() == 1


def test_one_closes_while_the_other_decides_a_game(league, organisers):
    """A decision that is in time stands in the final standings; one that is late changes nothing."""
    season = group_season(players=5, league=league, actor=organisers[0])
    fixture = Fixture.objects.filter(season=season).first()

    def decide(person, copy):
        found = Fixture.objects.get(pk=fixture.pk)
        found.season = copy
        decide_fixture(actor=person, fixture=found, decision=Decision.FORFEITED, forfeiting=[0])

    outcomes = at_the_same_moment(
        *each(organisers[:1], season, lambda person, copy: close_season(actor=person, season=copy)),
        *each(organisers[1:], season, decide),
    )
    assert outcomes in (["done", "done"], ["done", "season_closed"])
    fixture.refresh_from_db()
    decided = outcomes == ["done", "done"]
    assert bool(fixture.decision) is decided
    assert season.standings.get().games == int(decided)
    closed = SeasonAuditRecord.objects.get(season=season, kind=SeasonAuditKind.CLOSED)
    assert closed.detail["unplayed"] == 5 - int(decided)


def test_a_member_enters_the_game_that_the_organiser_decides(league, organisers):
    """One of them is told that it is settled; it is never both played and forfeited."""
    season = group_season(players=5, league=league, actor=organisers[0])
    fixture = Fixture.objects.filter(season=season).first()
    seated = [seat.participant.player for seat in fixture.seats.select_related("participant__player")]
    game = played(season, *seated, on=date(2026, 3, 15))

    def decide(person, copy):
        found = Fixture.objects.get(pk=fixture.pk)
        found.season = copy
        decide_fixture(actor=person, fixture=found, decision=Decision.FORFEITED, forfeiting=[0])

    def enter(person, copy):
        found = Fixture.objects.shown_to(person, named=False).get(pk=fixture.pk)
        found.season = copy
        link_game(actor=person, fixture=found, game=game)

    outcomes = at_the_same_moment(
        *each(organisers[:1], season, decide), *each([seated[0].account], season, enter)
    )
    assert outcomes in (["already_played", "done"], ["done", "fixture_taken"])
    fixture.refresh_from_db()
    assert bool(fixture.decision) is not bool(fixture.game_id)


def test_two_games_for_one_place_in_the_schedule(league, organisers):
    season = group_season(players=5, league=league, actor=organisers[0])
    fixture = Fixture.objects.filter(season=season).first()
    seated = [seat.participant.player for seat in fixture.seats.select_related("participant__player")]
    games = {person.pk: played(season, *seated, on=date(2026, 3, 15)) for person in organisers}

    def enter(person, copy):
        found = Fixture.objects.get(pk=fixture.pk)
        found.season = copy
        link_game(actor=person, fixture=found, game=games[person.pk])

    assert at_the_same_moment(*each(organisers, season, enter)) == ["done", "fixture_taken"]
    assert count(season, SeasonAuditKind.LINKED) == 1


def test_two_seasons_of_one_league_for_the_same_days(league, organisers):
    acts = [
        lambda person=person: plan_season(actor=person, league=league, details=details())
        for person in organisers
    ]
    assert at_the_same_moment(*acts) == ["done", "seasons_overlap"]


def test_one_newcomer_is_let_in_twice(league, organisers):
    season = group_season(players=5, size=6, league=league, actor=organisers[0])
    late = MembershipFactory(club=league.club).player
    group = Division.objects.get(season=season).groups.get()
    acts = each(
        organisers,
        season,
        lambda person, copy: add_late_player(actor=person, season=copy, player=late, group=group),
    )
    assert at_the_same_moment(*acts) == ["already_takes_part", "done"]
    assert season.participants.count() == 6


def test_one_withdraws_a_player_twice(league, organisers):
    season = group_season(players=5, league=league, actor=organisers[0])
    participant = season.participants.first()

    def withdraw(person, copy):
        found = Participant.objects.get(pk=participant.pk)
        found.season = copy
        withdraw_participant(actor=person, participant=found, open_games="cancel")

    assert at_the_same_moment(*each(organisers, season, withdraw)) == ["already_withdrawn", "done"]
    assert count(season, SeasonAuditKind.WITHDREW) == 1


def test_both_take_one_penalty_back(league, organisers):
    season = group_season(players=5, league=league, actor=organisers[0])
    player = season.participants.first().player
    made = adjust_points(
        actor=organisers[0], season=season, player=player, points=Decimal(-2), reason="Two hours late"
    )
    acts = each(
        organisers,
        season,
        lambda person, copy: undo_adjustment(actor=person, season=copy, public_id=made.public_id),
    )
    assert at_the_same_moment(*acts) == ["adjustment_gone", "done"]
    assert count(season, SeasonAuditKind.ADJUST_UNDONE) == 1
