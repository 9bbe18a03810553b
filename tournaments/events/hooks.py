"""What tournaments tell the rest of the site when it starts.

That who runs one knows the names of those who ask to come in or were invited, the days ahead for a club's home page,
what becomes of tournaments when two players turn out to be one person, tables on the score sheet with people, seats,
turn order and set-up filled in, and what a second result of one means.
"""

from collections.abc import Iterable
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.clubs.upcoming import UpcomingItem
from games.players.actors import Actor, Viewer
from games.players.merges import register_moving
from games.players.models import Player
from games.results.models import Game
from games.sheets.prefill import NotWaitingError, Prepared
from tournaments.events.enums import FROM_OUTSIDE, EventState
from tournaments.events.models import Event, EventSeat, EventTable, OtherResult, Participant
from tournaments.events.selectors.rounds import TableState
from tournaments.events.services.results import report_table
from tournaments.events.wording import TABLE_STATES
from tournaments.shared.prefill import turn_order
from tournaments.shared.web.other_results import describe_notice, kept_beside

RUNNING = [role for role in Role if role.is_at_least(Role.ORGANISER)]


class EventCircle:
    """Everybody else on the list is a member of the club, and known as such."""

    def mates_of(self, viewer: Viewer) -> Q:
        return Q(pk__in=[])

    def kept_by(self, viewer: Viewer) -> Q:
        clubs = Membership.objects.held_by(viewer).filter(role__in=RUNNING).values("club")
        asking = Participant.objects.filter(state__in=FROM_OUTSIDE, event__club__in=clubs)
        return Q(pk__in=asking.values("player"))


class EventDays:
    """The first day of each, and of those that run the last."""

    def upcoming(self, *, club: Club, viewer: Viewer, limit: int) -> Iterable[UpcomingItem]:
        zone = ZoneInfo(club.time_zone)
        today = timezone.now().astimezone(zone).date()
        ahead = (
            Event.objects.filter(club=club, ends_on__gte=today)
            .exclude(state=EventState.FINISHED)
            .only("public_id", "name", "place", "starts_on")
            .order_by("starts_on", "pk")[:limit]
        )
        return [
            UpcomingItem(
                when=datetime.combine(max(event.starts_on, today), time(0, 0), tzinfo=zone),
                title=event.name,
                address=event.get_absolute_url(),
                kind=gettext_lazy("Tournament"),
                note=event.place,
                whole_day=True,
            )
            for event in ahead
        ]


KEPT = ["public_id", "token", "event_id", "state", "queued_at", "team", "family", "rating"]


class BothSeatedError(UserError):
    code = "both_seated"
    message = gettext_lazy(
        "Both players sat at tables of “%(event)s”, so one person would have played twice in a round. Leave them apart."
    )


class ParticipantRows:
    """An event that lists both keeps the line that was seated; the other is set aside for an undo."""

    relation = "events.Participant.player"
    label: str | Promise = gettext_lazy("Tournaments")

    def count(self, source: Player, target: Player) -> int:
        return Participant.objects.filter(player=source).count()

    def move(self, source: Player, target: Player) -> Any:
        shared = (
            Event.objects.filter(participants__player=source).filter(participants__player=target).distinct()
        )
        set_aside = [_set_aside(event, source, target) for event in shared]
        moving = Participant.objects.filter(player=source).order_by("pk")
        moved = list(moving.values_list("pk", flat=True))
        moving.update(player=target)
        return {"set_aside": set_aside, "moved": moved}

    def restore(self, source: Player, target: Player, moved: Any) -> None:
        Participant.objects.filter(pk__in=moved["moved"], player=target).update(player=source)
        there = set(Event.objects.values_list("pk", flat=True))
        Participant.objects.bulk_create(
            Participant(player=source if row["was_source"] else target, **{name: row[name] for name in KEPT})
            for row in moved["set_aside"]
            if row["event_id"] in there
        )


def _set_aside(event: Event, source: Player, target: Player) -> dict[str, Any]:
    participants = {
        participant.player_id: participant
        for participant in event.participants.filter(player__in=[source, target])
    }
    seated = set(
        EventSeat.objects.filter(participant__in=participants.values()).values_list(
            "participant__player", flat=True
        )
    )
    if len(seated) > 1:
        raise BothSeatedError(event=event.name)
    spare = participants[target.pk if source.pk in seated else source.pk]
    kept = {name: getattr(spare, name) for name in KEPT} | {"queued_at": spare.queued_at.isoformat()}
    spare.delete()
    return kept | {"was_source": spare.player_id == source.pk}


def register() -> None:
    register_moving(ParticipantRows())


class EventTables:
    """Registered with the sheet; the key is the public id of a table.

    A table that has a result is prepared all the same: a sheet that was begun before the first one came in must still
    find its people, and what it says is compared with the first.
    """

    def prepare(self, *, key: str, viewer: Viewer) -> Prepared | None:
        table = _table(key, viewer)
        if table is None or not _takes_results(table) or not may(viewer, "events.enter_result", table):
            return None
        return _prepared(table, viewer)

    def prepare_at_table(self, *, key: str) -> Prepared | None:
        table = _tables(key, AnonymousUser()).select_related("round__event__club").first()
        return _prepared(table, AnonymousUser()) if table and _takes_results(table) else None

    def waits(self, *, key: str, viewer: Viewer) -> bool:
        table = _table(key, viewer)
        return table is not None and _takes_results(table)

    def take(self, *, key: str, game: Game, viewer: Actor) -> str:
        table = _table(key, viewer)
        if table is None:
            raise NotWaitingError
        report_table(actor=viewer, table=table, game=game)
        return kept_beside(table, game)

    def titles(self, *, keys: Iterable[str], viewer: Viewer) -> dict[str, str]:
        clubs = Club.objects.visible_to(viewer).values("pk")
        tables = (
            EventTable.objects.filter(public_id__in=keys, round__event__club__in=clubs)
            .exclude(round__published_at=None)
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


def _prepared(table: EventTable, viewer: Viewer) -> Prepared:
    event, seats = table.event, list(table.seats.all())
    return Prepared(
        club=event.club,
        system=event.system,
        players=[seat.participant.player for seat in seats],
        title=_title(table),
        back=reverse("events:event", args=[event.address_key]),
        notice=describe_notice(table, viewer) if table.has_result else "",
        cells=turn_order(event.system, len(seats)),
    )


def _tables(key: str, viewer: Viewer) -> Any:
    # Who enters it was at the table, or keeps the scores.
    return EventTable.objects.filter(public_id=key).shown_to(viewer, named=True)


def _table(key: str, viewer: Viewer) -> EventTable | None:
    table: EventTable | None = _tables(key, viewer).select_related("round__event").first()
    if table is None:
        return None
    club = Club.objects.visible_to(viewer).for_viewer(viewer).filter(pk=table.event.club_id).first()
    if club is None:
        return None
    table.event.club = club
    return table


def _takes_results(table: EventTable) -> bool:
    return table.round.is_published and not table.decision and not table.event.is_finished


class TableSlots:
    """Of different results of a table none counts until an organiser has chosen."""

    other_results = OtherResult
    path_to_club = "round__event__club"

    @property
    def conflict_badge(self) -> str:
        return str(TABLE_STATES[TableState.CONFLICT])

    def choosing_address(self, slot: EventTable, viewer: Viewer) -> str:
        if not may(viewer, "events.run_event", slot.event):
            return ""
        return reverse("events:table", args=[slot.event.address_key, slot.public_id])

    def describe_known(self, slot: EventTable, *, name: str, time: str) -> str:
        values = {"table": str(slot.number), "name": name, "time": time}
        if name:
            return _("Table %(table)s already has a result, entered by %(name)s at %(time)s.") % values
        return _("Table %(table)s already has a result, entered at %(time)s.") % values

    def describe_decision(self, *, several: bool) -> str:
        if several:
            return _(
                "An organiser decides which one counts. Until then none of them counts in the tournament."
            )
        return _("An organiser decides which one counts. Until then neither counts in the tournament.")
