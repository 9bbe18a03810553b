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
from tournaments.services.link_game import link_game


class ScheduledGames:
    """Registered with the sheet; the key is the public id of a game of the schedule."""

    def prepare(self, *, key: str, viewer: Any) -> Prepared | None:
        fixture = _fixture(key, viewer)
        if fixture is None or not fixture.is_open or not fixture.season.is_running:
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
            cells=_turn_order(season.league.system, len(seats)),
        )

    def take(self, *, key: str, game: Game, viewer: Any) -> None:
        fixture = _fixture(key, viewer)
        if fixture is None:
            raise NotWaitingError
        link_game(actor=viewer, fixture=fixture, game=game)

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
    fixture = Fixture.objects.filter(public_id=key).select_related("season__league").shown_to(viewer).first()
    if fixture is None:
        return None
    club = Club.objects.visible_to(viewer).for_viewer(viewer).filter(pk=fixture.season.league.club_id).first()
    if club is None:
        return None
    fixture.season.league.club = club
    return fixture


def _turn_order(system: str, seats: int) -> dict[str, int]:
    """The first seat of the schedule begins, where the game's sheet asks for the turn order."""
    if not any(field.key == "turn_order" for field in registry.get(system).description.seat):
        return {}
    return {seat_path(seat, "turn_order"): seat + 1 for seat in range(seats)}
