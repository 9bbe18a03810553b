"""What leagues tell the rest of the site when it starts.

The days ahead for a club's home page, what becomes of leagues when two players turn out to be one person, seasons as
pools of ratings ("season:<public id>"), games of the schedule on the score sheet with people, seats and turn order
filled in, and what a second result of one means.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.clubs.upcoming import UpcomingItem
from games.players.actors import Actor, Viewer
from games.players.merges import ForeignKeyRows, register_moving
from games.players.models import Player
from games.players.viewers import is_stranger
from games.results.models import Game
from games.sheets.prefill import NotWaitingError, Prepared
from tournaments.leagues.enums import SeasonKind, SeasonState
from tournaments.leagues.models import Fixture, OtherResult, Participant, Season
from tournaments.leagues.services.fixtures import report_fixture
from tournaments.shared.prefill import turn_order
from tournaments.shared.web.other_results import describe_notice, kept_beside


class LeagueDays:
    """First and last days of seasons, and deadlines of rounds that still have games to play."""

    def upcoming(self, *, club: Club, viewer: Viewer, limit: int) -> Iterable[UpcomingItem]:
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
        days = [*_season_days(seasons, today, zone), *_deadlines(seasons, today, zone)]
        return sorted(days, key=lambda day: day.when)[:limit]


def _season_days(seasons: Iterable[Season], today: date, zone: ZoneInfo) -> Iterator[UpcomingItem]:
    for season in seasons:
        for day, text in (
            (season.starts_on, _("%(season)s begins")),
            (season.ends_on, _("%(season)s ends")),
        ):
            if day >= today:
                name = f"{season.league.name} · {season.name}"
                yield _whole_day(day, text % {"season": name}, season.get_absolute_url(), zone)


def _deadlines(seasons: Iterable[Season], today: date, zone: ZoneInfo) -> Iterator[UpcomingItem]:
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
        yield _whole_day(deadline, title, address, zone, note=note)


def _whole_day(day: date, title: str, address: str, zone: ZoneInfo, *, note: str = "") -> UpcomingItem:
    return UpcomingItem(
        when=datetime.combine(day, time(23, 59), tzinfo=zone),
        title=title,
        address=address,
        kind=gettext_lazy("League"),
        note=note,
        whole_day=True,
    )


class BothInGroupsError(UserError):
    code = "both_in_groups"
    message = gettext_lazy(
        "Both players have a place in the groups of “%(season)s”, so the schedule would let them meet themselves. "
        "Withdraw one of them there and merge when the season is closed, or leave them apart."
    )


class ParticipantRows:
    """A season both are on the list of keeps the target's line; the source's is set aside for an undo."""

    relation = "leagues.Participant.player"
    label: str | Promise = gettext_lazy("Leagues")

    def count(self, source: Player, target: Player) -> int:
        return Participant.objects.filter(player=source).count()

    def move(self, source: Player, target: Player) -> Any:
        shared = list(Participant.objects.filter(player=target).values_list("season_id", flat=True))
        both = Participant.objects.filter(player=source, season__in=shared)
        in_groups = both.filter(season__kind=SeasonKind.GROUPS, group__isnull=False)
        if clash := in_groups.select_related("season").first():
            raise BothInGroupsError(season=clash.season.name)
        kept = [
            {
                "pk": participant.pk,
                "season": participant.season_id,
                "joined_at": participant.joined_at.isoformat(),
                "withdrawn_on": participant.withdrawn_on.isoformat() if participant.withdrawn_on else None,
            }
            for participant in both.order_by("pk")
        ]
        both.delete()
        moving = Participant.objects.filter(player=source).order_by("pk")
        moved = list(moving.values_list("pk", flat=True))
        moving.update(player=target)
        return {"set_aside": kept, "moved": moved}

    def restore(self, source: Player, target: Player, moved: Any) -> None:
        Participant.objects.filter(pk__in=moved["moved"], player=target).update(player=source)
        there = set(
            Season.objects.filter(pk__in=[row["season"] for row in moved["set_aside"]]).values_list(
                "pk", flat=True
            )
        )
        Participant.objects.bulk_create(
            Participant(
                pk=row["pk"],
                season_id=row["season"],
                player=source,
                joined_at=row["joined_at"],
                withdrawn_on=row["withdrawn_on"],
            )
            for row in moved["set_aside"]
            if row["season"] in there
        )


def register() -> None:
    register_moving(ParticipantRows())
    # In a frozen table both may stand; the one person then stands there twice, as they played.
    register_moving(
        ForeignKeyRows("leagues.SeasonStandingsRow.player", label=gettext_lazy("Places in standings"))
    )
    register_moving(
        ForeignKeyRows(
            "leagues.SeasonAdjustment.player", label=gettext_lazy("Bonus and penalty points in leagues")
        )
    )
    register_moving(
        ForeignKeyRows("leagues.SeasonAuditRecord.player", label=gettext_lazy("Events in leagues"))
    )


class OneSeason:
    """The games of a season: by club and days, or by the schedule. Ratings see every such game that counts, also
    those the standings leave out (the best so many, the minimum of members): strength is not points.
    """

    prefix = "season"

    def idents_of(self, game: Game) -> list[str]:
        """Any season of the club and game system: a correction may have moved the game to another day."""
        if game.club_id is None:
            return []
        seasons = Season.objects.filter(league__club=game.club_id, league__system=game.system)
        return list(seasons.values_list("public_id", flat=True))

    def idents(self) -> Iterable[str]:
        return Season.objects.order_by("pk").values_list("public_id", flat=True)

    def games(self, ident: str) -> Q:
        season = Season.objects.select_related("league").filter(public_id=ident).first()
        if season is None:
            return Q(pk__in=[])
        if season.kind == SeasonKind.GROUPS:
            return Q(Exists(Fixture.objects.filter(season=season, game=OuterRef("pk"), decision="")))
        return Q(club=season.league.club_id, played_on__range=(season.starts_on, season.ends_on))

    def listed_for(self, viewer: Viewer) -> Iterable[str]:
        """Seasons of one's own clubs; the pools of others are reached from the season's page."""
        if is_stranger(viewer):
            return []
        mine = Season.objects.filter(league__club__in=Club.objects.of(viewer).order_by().values("pk"))
        return mine.values_list("public_id", flat=True).distinct()

    def labels(self, idents: Iterable[str], viewer: Viewer) -> dict[str, str]:
        seasons = Season.objects.visible_to(viewer).filter(public_id__in=list(idents))
        return {
            season.public_id: f"{season.league.name} · {season.name}"
            for season in seasons.select_related("league")
        }


class ScheduledGames:
    """Registered with the sheet; the key is the public id of a game of the schedule.

    One that has a result is prepared all the same: a sheet that was begun before the first one came in must still find
    its people, and what it says is compared with the first.
    """

    def prepare(self, *, key: str, viewer: Viewer) -> Prepared | None:
        fixture = _fixture(key, viewer)
        if fixture is None or not _takes_results(fixture):
            return None
        if not may(viewer, "tournaments.enter_result", fixture):
            return None
        return _prepared(fixture, viewer)

    def prepare_at_table(self, *, key: str) -> Prepared | None:
        fixture = _fixtures(key, AnonymousUser()).select_related("season__league__club").first()
        return _prepared(fixture, AnonymousUser()) if fixture and _takes_results(fixture) else None

    def waits(self, *, key: str, viewer: Viewer) -> bool:
        fixture = _fixture(key, viewer)
        return fixture is not None and _takes_results(fixture)

    def take(self, *, key: str, game: Game, viewer: Actor) -> str:
        fixture = _fixture(key, viewer)
        if fixture is None:
            raise NotWaitingError
        report_fixture(actor=viewer, fixture=fixture, game=game)
        return kept_beside(fixture, game)

    def titles(self, *, keys: Iterable[str], viewer: Viewer) -> dict[str, str]:
        clubs = Club.objects.visible_to(viewer).values("pk")
        fixtures = Fixture.objects.filter(public_id__in=keys, season__league__club__in=clubs)
        return {fixture.public_id: _title(fixture) for fixture in fixtures.select_related("season__league")}


def _title(fixture: Fixture) -> str:
    return _("%(league)s, %(season)s: round %(round)s") % {
        "league": fixture.season.league.name,
        "season": fixture.season.name,
        "round": fixture.round,
    }


def _prepared(fixture: Fixture, viewer: Viewer) -> Prepared:
    seats = list(fixture.seats.all())
    season = fixture.season
    return Prepared(
        club=season.league.club,
        system=season.league.system,
        players=[seat.participant.player for seat in seats],
        title=_title(fixture),
        back=reverse("leagues:schedule", args=[season.address_key]),
        notice="" if fixture.is_open else describe_notice(fixture, viewer),
        cells=turn_order(season.league.system, len(seats)),
    )


def _fixtures(key: str, viewer: Viewer) -> Any:
    # Who enters it was at the table, or keeps the scores.
    return Fixture.objects.filter(public_id=key).select_related("season__league").shown_to(viewer, named=True)


def _fixture(key: str, viewer: Viewer) -> Fixture | None:
    fixture: Fixture | None = _fixtures(key, viewer).first()
    if fixture is None:
        return None
    club = Club.objects.visible_to(viewer).for_viewer(viewer).filter(pk=fixture.season.league.club_id).first()
    if club is None:
        return None
    fixture.season.league.club = club
    return fixture


def _takes_results(fixture: Fixture) -> bool:
    return fixture.season.is_running and not fixture.decision


class ScheduledSlots:
    """The first result of a game of the schedule goes on counting until an organiser chooses another one."""

    other_results = OtherResult
    path_to_club = "season__league__club"
    conflict_badge = ""

    def choosing_address(self, slot: Fixture, viewer: Viewer) -> str:
        if not may(viewer, "tournaments.change_season", slot.season):
            return ""
        return reverse("leagues:results", args=[slot.season.address_key, slot.public_id])

    def describe_known(self, slot: Fixture, *, name: str, time: str) -> str:
        values = {"name": name, "time": time}
        if name:
            return _("This scheduled game already has a result, entered by %(name)s at %(time)s.") % values
        return _("This scheduled game already has a result, entered at %(time)s.") % values

    def describe_decision(self, *, several: bool) -> str:
        return _("The result that was there first counts, unless an organiser chooses the other one.")
