"""Bonus and penalty points: they count, are explained, and can be taken back."""

from datetime import date
from decimal import Decimal

import pytest

from caledonia_site.common.errors import NotAllowedError
from tests.factories.clubs import member_of
from tests.factories.leagues import group_season, members, open_season, played, refresh
from tests.factories.people import PlayerFactory
from tournaments.leagues.models import SeasonAuditRecord, SeasonStandingsRow
from tournaments.leagues.selectors.standings import player_outlook, tables_of
from tournaments.leagues.services.adjustments import adjust_points, undo_adjustment
from tournaments.leagues.services.errors import (
    AdjustmentGoneError,
    AdjustsNobodyError,
    NoPointsError,
    NoReasonError,
    SeasonClosedError,
    SeasonNotRunningError,
    TooManyPointsError,
)
from tournaments.leagues.services.seasons import close_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(league, organiser):
    return open_season(league=league, actor=organiser)


@pytest.fixture
def two(season):
    one, other = members(season, 2)
    played(season, one, other, on=date(2026, 4, 1))
    return one, other


def give(season, player, points, actor, reason="Did not turn up"):
    return adjust_points(actor=actor, season=season, player=player, points=Decimal(points), reason=reason)


def places(season):
    refresh(season)
    rows = SeasonStandingsRow.objects.filter(standings__season=season).order_by("order")
    return [(row.player, row.points) for row in rows]


def test_a_penalty_moves_people_and_is_explained(season, two, organiser):
    winner, loser = two
    assert places(season) == [(winner, "5"), (loser, "1")]
    give(season, winner, "-4.5", organiser)
    assert places(season) == [(loser, "1"), (winner, "1/2")]
    (table,) = tables_of(season, organiser)
    (row,) = table.adjusted
    assert (row.name, [(one.points, one.reason) for one in row.adjustments]) == (
        winner.name,
        [("−4.5", "Did not turn up")],
    )


def test_the_race_has_the_day_of_the_penalty(season, two, organiser):
    given = give(season, two[0], "-4", organiser)
    refresh(season)
    race = season.standings.get().race
    assert race["dates"] == ["2026-04-01", given.on.isoformat()]
    assert race["points"][str(two[0].pk)] == [5.0, 1.0]


def test_taken_back_the_history_keeps_both(season, two, organiser):
    winner, loser = two
    given = give(season, winner, "-4.5", organiser)
    undo_adjustment(actor=organiser, season=season, public_id=given.public_id)
    assert places(season) == [(winner, "5"), (loser, "1")]
    events = SeasonAuditRecord.objects.filter(season=season, player=winner).order_by("pk")
    assert [(event.kind, event.account) for event in events] == [
        ("adjusted", organiser),
        ("adjust_undone", organiser),
    ]
    assert events[0].detail == {"points": "-4.50", "reason": "Did not turn up"}
    with pytest.raises(AdjustmentGoneError):
        undo_adjustment(actor=organiser, season=season, public_id=given.public_id)


def test_who_never_played_stands_in_the_table_with_a_bonus(season, two, organiser):
    (third,) = members(season, 1)
    give(season, third, "2", organiser, reason="Brought the game")
    assert (third, "2") in places(season)


def test_what_cannot_be_given(season, two, organiser):
    winner, _ = two
    for points, reason, error in (
        ("0", "Why", NoPointsError),
        ("0.004", "Why", NoPointsError),
        ("100000", "Why", TooManyPointsError),
        ("1", " \t ", NoReasonError),
    ):
        with pytest.raises(error):
            give(season, winner, points, organiser, reason=reason)
    with pytest.raises(AdjustsNobodyError):
        give(season, PlayerFactory(), "1", organiser)
    with pytest.raises(NotAllowedError):
        give(season, winner, "1", member_of(season.league.club))
    assert not season.adjustments.exists()


def test_neither_before_the_start_nor_after_the_end(league, organiser, season, two):
    planned = open_season(
        league=league,
        actor=organiser,
        kind="groups",
        starts_on=date(2027, 1, 1),
        ends_on=date(2027, 2, 1),
    )
    with pytest.raises(SeasonNotRunningError):
        give(planned, two[0], "1", organiser)
    given = give(season, two[0], "-1", organiser)
    close_season(actor=organiser, season=season)
    with pytest.raises(SeasonClosedError):
        give(season, two[0], "1", organiser)
    with pytest.raises(SeasonClosedError):
        undo_adjustment(actor=organiser, season=season, public_id=given.public_id)
    row = SeasonStandingsRow.objects.get(standings__season=season, player=two[0])
    assert row.detail["adjustments"][0]["reason"] == "Did not turn up"


def test_chances_know_of_the_penalty(league, organiser):
    season = group_season(players=4, size=4, league=league, actor=organiser)
    player = season.participants.first().player
    before = player_outlook(season, player).goals[0].outlook.chance
    give(season, player, "-1000", organiser)
    after = player_outlook(season, player).goals[0].outlook
    assert before > 0
    assert (after.chance, after.certain) == (0, False)
