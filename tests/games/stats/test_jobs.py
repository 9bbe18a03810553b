"""News that must reach the statistics, and what the jobs make of it."""

from datetime import date, timedelta

import numpy as np
import pytest
from django.core.management import call_command
from django.utils import timezone

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.rebuild import rebuild
from caledonia_site.common.jobs.runner import process_marks
from games.players.services.merges import merge_players, undo_merge
from games.results.models import Game
from games.results.services.results import Person
from games.stats.index import TableRatings, open_table_ratings
from games.stats.index.snapshot import open_snapshot
from games.stats.models import StatsSegment, TableRatingSegment, WorthFit
from games.stats.selectors.draft import Offer, draft_help
from games.stats.selectors.faction import faction_profile
from games.stats.selectors.factions import faction_summary
from games.stats.services import fits
from games.stats.services.segments import mark_all_games
from games.stats.tasks import look_again
from tests.factories.clubs import ClubFactory
from tests.factories.people import AccountFactory, GuestFactory
from tests.games.stats.helpers import (
    SYSTEM,
    copy_of,
    filter_set,
    fit_all,
    played,
    refresh_statistics,
    segments,
    two,
)

pytestmark = pytest.mark.django_db

EVERYTHING = filter_set(system=SYSTEM)


def counted_players():
    refresh_statistics()
    return {int(key) for segment in open_snapshot(SYSTEM).segments for key in segment.player} - {0}


def test_merged_players_are_one():
    kept, other, third = (GuestFactory() for _ in range(3))
    two(people=[Person(player=kept), Person(player=third)])
    two(people=[Person(player=other), Person(player=third)])
    merge = merge_players(source=other, target=kept, actor=AccountFactory())
    assert counted_players() == {kept.pk, third.pk}
    undo_merge(merge=merge, actor=AccountFactory())
    assert counted_players() == {kept.pk, other.pk, third.pk}


def test_a_deleted_club_leaves_its_games():
    club = ClubFactory()
    two(club=club)
    refresh_statistics()
    club.delete()
    refresh_statistics()
    segment = open_snapshot(SYSTEM).segments[0]
    assert (segment.games, set(segment.club.tolist())) == (1, {0})


def test_a_deleted_game_is_gone():
    game = two()
    refresh_statistics()
    game.delete()
    refresh_statistics()
    assert not StatsSegment.objects.exists()


def test_a_rebuild_changes_nothing():
    two()
    two("gordon", "fraser")
    refresh_statistics()
    before = segments()
    call_command("rebuild", "statistics", verbosity=0)
    assert segments() == before


def test_segments_of_games_that_are_gone_go_with_a_rebuild():
    two()
    refresh_statistics()
    Game.objects.update(state="void")
    list(rebuild(topic="statistics"))
    assert not StatsSegment.objects.exists()


@pytest.fixture
def league():
    """48 games in which Campbell is about 21 VP better than Stewart, whoever of two equals plays it."""
    ann, bob = GuestFactory(name="Ann"), GuestFactory(name="Bob")
    for number in range(12):
        people = [Person(player=ann), Person(player=bob)]
        seats = [
            {"clan": "campbell", "turn_order": 1 + number % 2, "starting_tile": 1, "glory": 45 + number % 3},
            {
                "clan": "stewart",
                "turn_order": 2 - number % 2,
                "starting_tile": 2,
                "contracts": 4,
                "settlements": 6,
            },
        ]
        days = [date(2026, 1, 1) + timedelta(days=number + 12 * times) for times in range(4)]
        game = played(*seats, people=people if number % 4 < 2 else people[::-1], day=days[0])
        for day in days[1:]:
            copy_of(game, day=day)
    mark_all_games()
    refresh_statistics()


def test_worths_are_fitted_and_shown(league):
    fit_all()
    table = faction_summary(filters=EVERYTHING)
    assert (table.fit.preset, table.fit.games, table.fit.players) == ("all", 48, 2)
    assert table.fit_is_exact
    assert not table.fit.changed_since
    rows = {row.key: row.worth for row in table.rows}
    assert rows["campbell"].worth.value == pytest.approx(10.5, abs=0.3)
    assert rows["campbell"].worth.low > 9
    assert rows["campbell"].fair_bid.value == pytest.approx(21, abs=0.6)
    assert rows["stewart"].fair_bid.value == 0
    assert rows["campbell"].trend is None, "few games have no trend"
    assert rows["gordon"] is None
    closest = faction_summary(filters=filter_set(system=SYSTEM, seats=2, factions=("campbell",)))
    assert (closest.fit.preset, closest.fit_is_exact) == ("seats:2", False)
    wider = faction_summary(filters=filter_set(system=SYSTEM, seats=4))
    assert (wider.fit.preset, wider.fit_is_exact) == ("all", False), "nobody played at tables of four"


def test_bids_are_added_back():
    """Campbell is 20 better and costs 20: level on the sheet, worth 10 more than the mean all the same."""
    ann, bob = GuestFactory(), GuestFactory()
    for number in range(4):
        people = [Person(player=ann), Person(player=bob)]
        seats = [
            {"clan": "campbell", "bid": 20, "glory": 45 + number % 2},
            {"clan": "stewart", "bid": 0, "contracts": 4, "settlements": 6},
        ]
        game = played(*seats, people=people if number < 2 else people[::-1], options={"auction": True})
        for day in range(1, 9):
            copy_of(game, day=date(2026, 1, day))
    mark_all_games()
    refresh_statistics()
    fit_all()
    rows = {row.key: row for row in faction_summary(filters=EVERYTHING).rows}
    assert rows["campbell"].mean_margin == 0.5
    assert rows["campbell"].worth.worth.value == pytest.approx(10.25, abs=0.3)


def test_mastery_and_draft(league):
    fit_all()
    steps = faction_profile(filters=EVERYTHING, faction="campbell").mastery
    assert [(step.low, step.games) for step in steps] == [(0, 2), (1, 4), (3, 6), (6, 10), (11, 20), (21, 6)]
    offers = [Offer("stewart", (("starting_tile", "2"),)), Offer("campbell"), Offer("macewen")]
    found = draft_help(system=SYSTEM, offers=offers, seats=2, rating=1520)
    assert [choice.offer.faction for choice in found.choices] == ["campbell", "stewart"]
    best, last = found.choices
    assert best.best_chance > 0.9
    assert best.bid_low < 21 < best.bid_high
    assert last.bid == 0
    assert best.vp.value == -last.vp.value


def test_draft_without_a_fit():
    assert draft_help(system=SYSTEM, offers=[Offer("campbell")], seats=3).choices == ()


def test_fits_wait_for_enough_games_and_rest_in_between(league, monkeypatch):
    DirtyMark.objects.all().delete()
    assert fits.mark_due_fits(SYSTEM) == 10
    assert fits.mark_due_fits(SYSTEM) == 0, "they are waiting already"
    for key in DirtyMark.objects.filter(topic="statistics_worth").values_list("key", flat=True):
        process_marks(topic="statistics_worth", key=key)
    assert WorthFit.objects.filter(system=SYSTEM).count() == 3, "all, two people, base"
    two()
    refresh_statistics()
    assert faction_summary(filters=EVERYTHING).fit.changed_since
    assert not DirtyMark.objects.filter(topic="statistics_worth").exists(), "just made"
    WorthFit.objects.update(computed_at=timezone.now() - timedelta(hours=1))
    look_again()
    assert DirtyMark.objects.filter(topic="statistics_worth", key=f"{SYSTEM}/all").exists()
    monkeypatch.setattr(fits, "FEWEST_GAMES", 1000)
    DirtyMark.objects.all().delete()
    assert fits.mark_due_fits(SYSTEM) == 0


def test_strength_of_tables(league):
    """Before the first game everybody has 1500; later the two have moved apart by equal steps."""
    list(rebuild(topic="ratings"))
    list(rebuild(topic="statistics_ratings"))
    first = Game.objects.order_by("played_on").first()
    (segment,) = open_snapshot(SYSTEM).segments
    ratings = open_table_ratings(SYSTEM).of(segment.game_key)
    assert ratings[segment.game_key.tolist().index(first.pk)] == 1500
    assert all(1400 < rating < 1600 for rating in ratings[segment.people > 0].tolist())
    unknown = np.array([first.pk + 5 * 4096])
    assert open_table_ratings(SYSTEM).of(unknown).tolist() == [0]
    assert faction_summary(filters=filter_set(system=SYSTEM, rating_from=1400, rating_to=1600)).games == 48
    assert faction_summary(filters=filter_set(system=SYSTEM, rating_to=1400)).games == 0


def test_ratings_of_tables_follow_published_ratings(league):
    DirtyMark.objects.all().delete()
    list(rebuild(topic="ratings"))
    assert DirtyMark.objects.filter(topic="statistics_ratings", key=SYSTEM).exists()
    list(rebuild(topic="statistics_ratings"))
    before = list(TableRatingSegment.objects.values_list("pk", "digest"))
    assert before
    list(rebuild(topic="statistics_ratings"))
    assert list(TableRatingSegment.objects.values_list("pk", "digest")) == before


def test_ratings_of_tables_in_any_segments():
    """Segments may be missing before, between and behind those that are known."""
    known = {number: ("", np.arange(4096, dtype="<i2") + number) for number in (2, 5)}
    ratings = TableRatings(("x",), known)
    games = np.array([0, 2 * 4096, 3 * 4096 - 1, 3 * 4096, 5 * 4096 + 7, 6 * 4096, 900 * 4096])
    assert ratings.of(games).tolist() == [0, 2, 4097, 0, 12, 0, 0]
    assert TableRatings((), {}).of(games).tolist() == [0] * 7
