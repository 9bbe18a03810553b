"""One season: who takes part, where somebody can still come in, one player with every game, what happened, its news,
and bonus and penalty points.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F, Prefetch, QuerySet
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import format_date
from games.clubs.models import Membership
from games.players.actors import Viewer
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.results.models import Game, Seat
from games.results.selectors.games import with_seats
from games.results.wording import seat_name
from tournaments.leagues.enums import Decision, SeasonAuditKind
from tournaments.leagues.models import (
    Fixture,
    Group,
    Participant,
    Season,
    SeasonAdjustment,
    SeasonAuditRecord,
    SeasonStandingsRow,
)
from tournaments.leagues.selectors.results import games_in_range
from tournaments.leagues.selectors.schedule import FixtureView, fixture_views
from tournaments.leagues.selectors.standings import AdjustmentLine, GameLine, adjustment_lines, game_line
from tournaments.leagues.wording import describe_record
from tournaments.pairing.schedules import GROUP_SIZES
from tournaments.shared.wording import shown_value, signed_points


@dataclass(frozen=True, slots=True)
class GivenPoints:
    public_id: str
    name: str
    points: str
    on: date
    reason: str


def adjustments_of(season: Season, viewer: Viewer) -> Sequence[GivenPoints]:
    """The newest first."""
    shown = Prefetch("player", queryset=Player.with_merged.shown_to(viewer, named=season.shows_names))
    rows = SeasonAdjustment.objects.filter(season=season).prefetch_related(shown).order_by("-on", "-pk")
    return [
        GivenPoints(row.public_id, row.player.shown.name, signed_points(row.points), row.on, row.reason)
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class GroupSpot:
    """`way`: new_schedule (nothing is played yet) or takes_over (of `leaver`); otherwise played or full: no place."""

    group: Group
    way: str
    leaver: Participant | None = None

    @property
    def is_free(self) -> bool:
        return self.way in {"new_schedule", "takes_over"}


def spots_for_newcomers(season: Season) -> list[GroupSpot]:
    """Every group from the top."""
    fixtures = Fixture.objects.filter(season=season)
    untouched = set(fixtures.open().values_list("pk", flat=True))
    begun = set(fixtures.exclude(pk__in=untouched).values_list("group_id", flat=True))
    members: dict[int, list[Participant]] = {}
    for participant in season.participants.exclude(group=None):
        members.setdefault(participant.group_id or 0, []).append(participant)
    left = games_left_behind(season)
    groups = Group.objects.filter(division__season=season).select_related("division")
    return [
        _place(season, group, members.get(group.pk, []), group.pk in begun, left)
        for group in groups.order_by("division__level", "number")
    ]


def games_left_behind(season: Season) -> dict[int, list[Fixture]]:
    """By participant: games that were called off when they withdrew, at which everybody else is still there."""
    called_off = Fixture.objects.filter(
        season=season,
        decision=Decision.CANCELLED,
        seats__participant__withdrawn_on=F("decided_on"),
    ).prefetch_related("seats__participant")
    left: dict[int, list[Fixture]] = {}
    for fixture in called_off.distinct().order_by("round", "table"):
        gone = [seat.participant_id for seat in fixture.seats.all() if seat.participant.is_withdrawn]
        if len(gone) == 1:
            left.setdefault(gone[0], []).append(fixture)
    return left


def _place(
    season: Season, group: Group, members: Sequence[Participant], begun: bool, left: dict[int, list[Fixture]]
) -> GroupSpot:
    if not begun:
        fits = len(members) + 1 in GROUP_SIZES[season.configuration.seats]
        return GroupSpot(group, "new_schedule" if fits else "full")
    leavers = [participant for participant in members if participant.pk in left]
    if not leavers:
        return GroupSpot(group, "played")
    return GroupSpot(group, "takes_over", max(leavers, key=lambda participant: len(left[participant.pk])))


def history_of(season: Season, viewer: Viewer) -> QuerySet[SeasonAuditRecord]:
    """With the players concerned, and those who did it, as the viewer may see them."""
    # Who did it may be somebody who does not play.
    concerned = Player.with_merged.shown_to(viewer, named=season.shows_names)
    acting = Player.with_merged.shown_to(viewer)
    return (
        season.audit.select_related("game", "account")
        .prefetch_related(
            Prefetch("player", queryset=concerned), Prefetch("account__player", queryset=acting)
        )
        .order_by("-at", "-pk")
    )


MOST_ENTRIES = 30
# Games that do not count, because too few league members sat there, are looked at and left out.
LOOKED_AT = 4 * MOST_ENTRIES


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """`key` stays the same however often the entry is read, and is unlike all others of the season."""

    key: str
    title: str
    text: str
    address: str
    at: datetime


def season_feed_entries(season: Season, viewer: Viewer) -> list[FeedEntry]:
    """By the rules of the season's page: names as the viewer may see them. A handful of queries."""
    records = list(history_of(season, viewer)[:MOST_ENTRIES])
    games = [] if season.has_groups else list(counted_games(season, viewer))
    named = set(season.participants.values_list("player_id", flat=True)) if season.shows_names else set()
    entries = [*_of_records(season, records, viewer, named), *(_of_game(game, named) for game in games)]
    return sorted(entries, key=lambda entry: (entry.at, entry.key), reverse=True)[:MOST_ENTRIES]


def counted_games(season: Season, viewer: Viewer) -> Iterator[Game]:
    """Of an open season, the last recorded first."""
    configuration = season.configuration
    left_on = dict(season.participants.values_list("player_id", "withdrawn_on"))
    newest = games_in_range(season).order_by("-submitted_at", "-pk")
    for game in with_seats(newest, viewer)[:LOOKED_AT]:
        people = [seat for seat in game.seats.all() if not seat.is_bot]
        members = [
            seat for seat in people if seat.player_id in left_on and _is_in(left_on[seat.player_id], game)
        ]
        if len(people) in configuration.seat_counts and len(members) >= configuration.least_members:
            yield game


def _is_in(left_on: date | None, game: Game) -> bool:
    return left_on is None or game.played_on <= left_on


def _of_records(
    season: Season, records: Iterable[SeasonAuditRecord], viewer: Viewer, named: Collection[int]
) -> Iterator[FeedEntry]:
    """A result entered from the schedule names the people and their points."""
    linked = [
        record.game_id for record in records if record.kind == SeasonAuditKind.LINKED and record.game_id
    ]
    results = {game.pk: game for game in with_seats(Game.objects.filter(pk__in=linked), viewer)}
    for record in records:
        line = describe_record(record)
        game = results.get(record.game_id or 0) if record.kind == SeasonAuditKind.LINKED else None
        yield FeedEntry(
            key=f"{season.public_id}:{record.pk}",
            title=_result(game, named) if game else line.what,
            text="; ".join([line.what, *line.lines]) if game else line.more,
            address=record.game.get_absolute_url() if record.game else season.get_absolute_url(),
            at=record.at,
        )


def _of_game(game: Game, named: Collection[int]) -> FeedEntry:
    return FeedEntry(
        key=f"game:{game.public_id}",
        title=_result(game, named),
        text=_("Played on %(day)s") % {"day": format_date(game.played_on)},
        address=game.get_absolute_url(),
        at=game.submitted_at,
    )


def _result(game: Game, named: Collection[int]) -> str:
    seats = sorted(game.seats.all(), key=lambda seat: (seat.rank, seat.index))
    return ", ".join(f"{_name(seat, game.system, named)} {seat.total}" for seat in seats)


def _name(seat: Seat, system: str, named: Collection[int]) -> str:
    """`named`: whom the league names. Others at the table never agreed to that."""
    if seat.player and seat.player_id in named and not seat.is_named_at_table:
        return seat.player.shown_where(named=True).name
    return seat_name(seat, system)


def people_of(season: Season, viewer: Viewer) -> QuerySet[Participant]:
    """By group, then in the order they came."""
    return (
        season.participants.select_related("group__division")
        .order_by("group__division__level", "group__number", "withdrawn_on", "joined_at", "pk")
        .shown_to(viewer, named=season.shows_names)
    )


def own_participant(season: Season, viewer: Viewer) -> Participant | None:
    if not viewer.is_authenticated:
        return None
    return season.participants.filter(player__account=viewer.pk).first()


def players_to_add(season: Season, viewer: Viewer) -> QuerySet[Player]:
    """Members and guests of the club who are not on the list."""
    members = Membership.objects.filter(club=season.league.club_id).values("player")
    listed = season.participants.filter(withdrawn_on=None).values("player")
    return (
        Player.objects.filter(pk__in=members)
        .exclude(pk__in=listed)
        .shown_to(viewer)
        .order_by("name_key", "pk")
    )


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    shown: ShownPlayer
    player: Player
    participant: Participant | None
    row: SeasonStandingsRow | None
    points: str
    games: Sequence[GameLine]
    adjustments: Sequence[AdjustmentLine]
    to_play: Sequence[FixtureView]


def season_player(season: Season, player: Player, viewer: Viewer) -> SeasonPlayer | None:
    """None for somebody who has nothing to do with the season."""
    participant = season.participants.filter(player=player).select_related("group__division").first()
    row = (
        SeasonStandingsRow.objects.filter(standings__season=season, player=player)
        .select_related("standings__group__division")
        .first()
    )
    if participant is None and row is None:
        return None
    to_play = Fixture.objects.open().filter(season=season, seats__participant__player=player)
    return SeasonPlayer(
        shown=player.shown_for(viewer),
        player=player,
        participant=participant,
        row=row,
        points=shown_value("points", row.points) if row else "0",
        games=[game_line(result) for result in row.results] if row else [],
        adjustments=adjustment_lines(row) if row else [],
        to_play=fixture_views(to_play.order_by("deadline"), season, viewer) if season.has_groups else [],
    )
