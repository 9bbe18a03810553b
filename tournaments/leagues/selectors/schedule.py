"""Games of the schedule: who plays whom, what is late, and whether somebody wants e-mails about them, with the link
that says no.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.joint_sheets.slips import slip_address
from games.players.actors import Viewer
from games.players.models import User
from games.results.enums import GameState
from games.results.models import Game
from games.results.models.game import shown_at_table
from games.results.selectors.games import with_seats
from tournaments.leagues.enums import Decision, SeasonState
from tournaments.leagues.models import (
    Fixture,
    FixtureSeat,
    Group,
    OtherResult,
    Participant,
    ReminderOptOut,
    Season,
)
from tournaments.leagues.models.schedule import FixtureQuerySet
from tournaments.shared.enums import ResultStanding
from tournaments.shared.selectors.other_results import without_other_results

_signer = Signer(sep=".", salt="tournaments.reminders")


def wants_reminders(account: Any) -> bool:
    return not ReminderOptOut.objects.filter(account=account).exists()


def opt_out_address(account: User) -> str:
    """Works without signing in: who reads the e-mail may end it."""
    return reverse("leagues:stop_reminders", args=[_signer.sign(str(account.pk))])


def account_of_token(token: str) -> User | None:
    """The account a link was made for; None for a forged one."""
    try:
        pk = _signer.unsign(token)
    except BadSignature:
        return None
    return User.objects.filter(pk=pk).first()


# By which the score sheet knows games of the schedule.
SHEET_SOURCE = "league"


@dataclass(frozen=True, slots=True)
class SeatView:
    name: str
    address: str | None
    forfeits: bool
    withdrawn: bool
    total: int | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class FixtureView:
    """`state`: open, overdue, waiting (for confirmation), played, other_players, forfeited or cancelled. `has_rivals`:
    a different result came in as well, and an organiser can choose; `was_chosen`: one has chosen and can choose again.
    """

    fixture: Fixture
    seats: Sequence[SeatView]
    state: str
    may_enter: bool
    is_viewers: bool
    has_rivals: bool = False
    was_chosen: bool = False

    @property
    def has_result(self) -> bool:
        return any(seat.rank for seat in self.seats)

    @property
    def by_place(self) -> list[SeatView]:
        """In turn order until it is played: then a list in turn order would read as the places."""
        return sorted(self.seats, key=lambda seat: seat.rank or len(self.seats))

    @property
    def enter_address(self) -> str:
        """The score sheet with these people in their seats."""
        system = self.fixture.season.league.system
        return f"{reverse('games:new', args=[system])}?prepared={SHEET_SOURCE}:{self.fixture.public_id}"

    @property
    def together_address(self) -> str:
        """The same sheet for everybody at the table, each on their own phone; for whoever may enter the game."""
        return slip_address(f"{SHEET_SOURCE}:{self.fixture.public_id}")


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    group: Group
    fixtures: Sequence[FixtureView]


def schedule_of(season: Season, viewer: Viewer, *, group: Group | None = None) -> list[RoundView]:
    """Round by round, group by group; a constant number of queries."""
    fixtures = Fixture.objects.filter(season=season)
    if group:
        fixtures = fixtures.filter(group=group)
    ordered = fixtures.order_by("group__division__level", "group__number", "round", "table")
    views = fixture_views(ordered, season, viewer)
    rounds = groupby(views, key=lambda view: (view.fixture.group_id, view.fixture.round))
    return [
        RoundView(number, played_in[0].fixture.group, played_in)
        for (_, number), played_in in ((key, list(rows)) for key, rows in rounds)
    ]


def fixture_views(fixtures: FixtureQuerySet, season: Season, viewer: Viewer) -> list[FixtureView]:
    today = timezone.localdate()
    rows = list(fixtures.shown_to(viewer, named=season.shows_names))
    played = Game.objects.filter(pk__in=[row.game_id for row in rows if row.game_id])
    games = {game.pk: game for game in with_seats(played, viewer)}
    others = OtherResult.objects.filter(slot__in=[row.pk for row in rows]).values_list("slot", "standing")
    standings = set(others)
    views = []
    for fixture in rows:
        fixture.season = season
        view = _view(fixture, games.get(fixture.game_id or 0), viewer, today)
        rivalled = (fixture.pk, ResultStanding.WAITS) in standings
        chosen = not rivalled and (fixture.pk, ResultStanding.REFUSED) in standings
        views.append(replace(view, has_rivals=rivalled, was_chosen=chosen))
    return views


def _view(fixture: Fixture, game: Game | None, viewer: Viewer, today: date) -> FixtureView:
    results = {seat.player_id: seat for seat in game.seats.all()} if game else {}
    own = bool(viewer.is_authenticated) and any(
        seat.participant.player.account_id == viewer.pk for seat in fixture.seats.all()
    )
    seats = []
    for seat in fixture.seats.all():
        result = results.get(seat.participant.player_id)
        shown = (result.shown if result else None) or shown_at_table(
            seat.participant.player, is_named_at_table=own
        )
        seats.append(
            SeatView(
                name=shown.name,
                address=shown.address,
                forfeits=seat.forfeits,
                withdrawn=seat.participant.is_withdrawn,
                total=result.total if result else None,
                rank=result.rank if result else None,
            )
        )
    state = _state(fixture, game, today)
    # Who the schedule says and who sat there differ after a correction: the organiser must look.
    if state == "played" and any(seat.rank is None for seat in seats):
        state = "other_players"
    enters = (
        fixture.is_open and fixture.season.is_running and may(viewer, "tournaments.enter_result", fixture)
    )
    return FixtureView(fixture, seats, state, enters, own)


def _state(fixture: Fixture, game: Game | None, today: date) -> str:
    if fixture.decision:
        return "forfeited" if fixture.decision == Decision.FORFEITED else "cancelled"
    if game is None or game.state == GameState.VOID:
        return "overdue" if fixture.deadline < today else "open"
    return "played" if game.counts else "waiting"


def overdue_of(season: Season, viewer: Viewer) -> list[FixtureView]:
    """What should have been played by now, the longest waiting first."""
    late = Fixture.objects.open().filter(season=season, deadline__lt=timezone.localdate())
    return fixture_views(late.order_by("deadline", "pk"), season, viewer)


def games_to_link(fixture: Fixture, viewer: Viewer) -> list[Game]:
    """Recorded games of the club with exactly these people that belong to no schedule yet, newest first."""
    season = fixture.season
    players = list(
        FixtureSeat.objects.filter(fixture=fixture).values_list("participant__player_id", flat=True)
    )
    games = Game.objects.filter(
        club=season.league.club_id,
        system=season.league.system,
        played_on__range=(season.starts_on, season.ends_on),
        fixture=None,
    ).exclude(state=GameState.VOID)
    for player in players:
        games = games.filter(seats__player=player)
    expected = set(players)
    candidates = with_seats(without_other_results(games).order_by("-played_on", "-pk"), viewer)[:20]
    return [
        game
        for game in candidates
        if {seat.player_id for seat in game.seats.all() if not seat.is_bot} == expected
    ]


def own_open_fixtures(viewer: Viewer) -> list[FixtureView]:
    """What the viewer has still to play in all running seasons, the next deadline first.

    People at one table read each other's names.
    """
    participants = Participant.objects.filter(
        player__account=viewer.pk, season__state=SeasonState.RUNNING, withdrawn_on=None
    )
    fixtures = list(
        Fixture.objects.open()
        .filter(seats__participant__in=participants.values("pk"))
        .select_related("season__league")
        .prefetch_related(Prefetch("season__league__club", queryset=Club.objects.for_viewer(viewer)))
        .order_by("deadline", "pk")
        .shown_to(viewer, named=True)
    )
    today = timezone.localdate()
    return [_view(fixture, None, viewer, today) for fixture in fixtures]
