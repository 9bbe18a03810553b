"""A large demo: stored in portions, and everything that follows from it built at once."""

from io import StringIO

import pytest
from django.core.management import call_command

from caledonia_site.common.jobs.models import DirtyMark
from games.ratings.models import Pool
from games.results.models import ClubTally, Game, SiteFigure
from games.stats.models import StatsSegment, TableRatingSegment
from tournaments.leagues.models import SeasonStandings


@pytest.mark.django_db(transaction=True)
def test_everything_that_follows_is_there(monkeypatch):
    monkeypatch.setattr("caledonia_site.management.commands.seed_demo.BATCH", 50)
    output = StringIO()
    call_command("seed_demo", games=60, stdout=output)
    assert Game.objects.filter(fixture=None, event_table=None).count() == 60
    for derived in (SiteFigure, Pool, StatsSegment, TableRatingSegment, ClubTally, SeasonStandings):
        assert derived.objects.exists(), derived
    topics = ("site_figures", "ratings", "statistics", "club_tallies", "statistics_ratings", "standings")
    assert all(f"{topic}: " in output.getvalue() for topic in topics)
    # Of a season that has no games yet there is nothing to build.
    assert not DirtyMark.objects.filter(topic__in=topics).exclude(topic="standings").exists()
