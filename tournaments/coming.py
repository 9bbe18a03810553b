"""What leagues have ahead of them, for the club's home page."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.clubs.coming import ComingEntry
from games.clubs.models import Club
from tournaments.enums import SeasonState
from tournaments.models import Fixture, Season


class LeagueDays:
    """First and last days of seasons, and deadlines of rounds that still have games to play."""

    def coming(self, *, club: Club, viewer: Any, limit: int) -> Iterable[ComingEntry]:
        zone = ZoneInfo(club.time_zone)
        today = timezone.now().astimezone(zone).date()
        seasons = list(
            Season.objects.filter(league__club=club, ends_on__gte=today)
            .exclude(state=SeasonState.CLOSED)
            .select_related("league")
            .only("public_id", "name", "starts_on", "ends_on", "league__name")
            .order_by("ends_on")[:limit]
        )
        if not seasons:
            return []
        entries = [*_season_days(seasons, today, zone), *_deadlines(seasons, today, zone)]
        return sorted(entries, key=lambda entry: entry.when)[:limit]


def _season_days(seasons: Iterable[Season], today: date, zone: ZoneInfo) -> Iterator[ComingEntry]:
    for season in seasons:
        for day, text in (
            (season.starts_on, _("%(season)s begins")),
            (season.ends_on, _("%(season)s ends")),
        ):
            if day >= today:
                name = f"{season.league.name} · {season.name}"
                yield _entry(day, text % {"season": name}, season.get_absolute_url(), zone)


def _deadlines(seasons: Iterable[Season], today: date, zone: ZoneInfo) -> Iterator[ComingEntry]:
    by_key = {season.pk: season for season in seasons}
    rounds = (
        Fixture.objects.open()
        .filter(season__in=by_key, deadline__gte=today)
        .order_by()
        .values_list("season_id", "round", "deadline")
        .annotate(games=Count("pk"))
    )
    for season_id, number, deadline, games in rounds:
        season = by_key[season_id]
        title = _("%(league)s: round %(round)s to be played") % {
            "league": season.league.name,
            "round": number,
        }
        note = _("Games still to play: %(count)s") % {"count": games}
        address = reverse("leagues:schedule", args=[season.address_key])
        yield _entry(deadline, title, address, zone, note=note)


def _entry(day: date, title: str, address: str, zone: ZoneInfo, *, note: str = "") -> ComingEntry:
    return ComingEntry(
        when=datetime.combine(day, time(23, 59), tzinfo=zone),
        title=title,
        address=address,
        kind=gettext_lazy("League"),
        note=note,
        whole_day=True,
    )
