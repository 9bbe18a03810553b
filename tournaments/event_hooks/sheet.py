"""Tables of tournaments on the score sheet: people, seats, turn order and set-up are filled in."""

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
from tournaments.models import EventTable
from tournaments.services.events.report_table import report_table
from tournaments.web.other_results import kept_beside, told_notice


class EventTables:
    """Registered with the sheet; the key is the public id of a table.

    A table that has a result is prepared all the same: a sheet that was begun before the first one came in must still
    find its people, and what it says is compared with the first.
    """

    def prepare(self, *, key: str, viewer: Any) -> Prepared | None:
        table = _table(key, viewer)
        if table is None or not _takes_results(table) or not may(viewer, "events.enter_result", table):
            return None
        event, seats = table.event, list(table.seats.all())
        return Prepared(
            club=event.club,
            system=event.system,
            players=[seat.entry.player for seat in seats],
            title=_title(table),
            back=reverse("events:event", args=[event.address_key]),
            notice=told_notice(table, viewer) if table.has_result else "",
            cells=_turn_order(event.system, len(seats)),
        )

    def waits(self, *, key: str, viewer: Any) -> bool:
        table = _table(key, viewer)
        return table is not None and _takes_results(table)

    def take(self, *, key: str, game: Game, viewer: Any) -> str:
        table = _table(key, viewer)
        if table is None:
            raise NotWaitingError
        report_table(actor=viewer, table=table, game=game)
        return kept_beside(game)

    def titles(self, *, keys: Iterable[str], viewer: Any) -> dict[str, str]:
        clubs = Club.objects.visible_to(viewer).values("pk")
        tables = (
            EventTable.objects.filter(public_id__in=keys, round__event__club__in=clubs)
            .exclude(round__posted_at=None)
            .select_related("round__event")
            .defer("round__request", "round__drawn")
        )
        return {table.public_id: _title(table) for table in tables}


def _title(table: EventTable) -> str:
    return _("%(event)s: round %(round)s, table %(table)s") % {
        "event": table.event.name,
        "round": table.round.number,
        "table": table.number,
    }


def _table(key: str, viewer: Any) -> EventTable | None:
    # Who enters it was at the table, or keeps the scores.
    tables = EventTable.objects.filter(public_id=key).shown_to(viewer, named=True)
    table = tables.select_related("round__event").first()
    if table is None:
        return None
    club = Club.objects.visible_to(viewer).for_viewer(viewer).filter(pk=table.event.club_id).first()
    if club is None:
        return None
    table.event.club = club
    return table


def _takes_results(table: EventTable) -> bool:
    return table.round.is_posted and not table.decision and not table.event.is_finished


def _turn_order(system: str, seats: int) -> dict[str, int]:
    """The first seat begins, where the game's sheet asks for the turn order."""
    if not any(field.key == "turn_order" for field in registry.get(system).description.seat):
        return {}
    return {seat_path(seat, "turn_order"): seat + 1 for seat in range(seats)}
