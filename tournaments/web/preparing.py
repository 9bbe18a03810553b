"""Games of the schedule on the score sheet: people, seats and turn order are filled in."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from caledonia_site.common.permissions import may
from games.clubs.models import Club
from games.models import Game
from games.web.sheet.paths import seat_path
from games.web.sheet.prepared import NotWaitingError, Prepared
from scoring import registry
from tournaments.models import Fixture
from tournaments.services.report_fixture import report_fixture
from tournaments.web.other_results import kept_beside, told_notice


class ScheduledGames:
    """Registered with the sheet; the key is the public id of a game of the schedule.

    One that has a result is prepared all the same: a sheet that was begun before the first one came in must still find
    its people, and what it says is compared with the first.
    """

    def prepare(self, *, key: str, viewer: Any) -> Prepared | None:
        fixture = _fixture(key, viewer)
        if fixture is None or not _takes_results(fixture):
            return None
        if not may(viewer, "tournaments.enter_result", fixture):
            return None
        seats = list(fixture.seats.all())
        season = fixture.season
        return Prepared(
            club=season.league.club,
            system=season.league.system,
            players=[seat.entry.player for seat in seats],
            title=_title(fixture),
            back=reverse("leagues:schedule", args=[season.address_key]),
            notice="" if fixture.is_open else told_notice(fixture, viewer),
            cells=_turn_order(season.league.system, len(seats)),
        )

    def waits(self, *, key: str, viewer: Any) -> bool:
        fixture = _fixture(key, viewer)
        return fixture is not None and _takes_results(fixture)

    def take(self, *, key: str, game: Game, viewer: Any) -> str:
        fixture = _fixture(key, viewer)
        if fixture is None:
            raise NotWaitingError
        report_fixture(actor=viewer, fixture=fixture, game=game)
        return kept_beside(game)

    def titles(self, *, keys: Iterable[str], viewer: Any) -> dict[str, str]:
        clubs = Club.objects.visible_to(viewer).values("pk")
        fixtures = Fixture.objects.filter(public_id__in=keys, season__league__club__in=clubs)
        return {fixture.public_id: _title(fixture) for fixture in fixtures.select_related("season__league")}


def _title(fixture: Fixture) -> str:
    return _("%(league)s, %(season)s: round %(round)s") % {
        "league": fixture.season.league.name,
        "season": fixture.season.name,
        "round": fixture.round,
    }


def _fixture(key: str, viewer: Any) -> Fixture | None:
    # Who enters it was at the table, or keeps the scores.
    fixtures = Fixture.objects.filter(public_id=key).select_related("season__league")
    fixture = fixtures.shown_to(viewer, named=True).first()
    if fixture is None:
        return None
    club = Club.objects.visible_to(viewer).for_viewer(viewer).filter(pk=fixture.season.league.club_id).first()
    if club is None:
        return None
    fixture.season.league.club = club
    return fixture


def _takes_results(fixture: Fixture) -> bool:
    return fixture.season.is_running and not fixture.decision


def _turn_order(system: str, seats: int) -> dict[str, int]:
    """The first seat of the schedule begins, where the game's sheet asks for the turn order."""
    if not any(field.key == "turn_order" for field in registry.get(system).description.seat):
        return {}
    return {seat_path(seat, "turn_order"): seat + 1 for seat in range(seats)}
