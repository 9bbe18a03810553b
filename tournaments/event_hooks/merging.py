"""What becomes of events when two players turn out to be one person."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.players.merging import register_moving
from games.players.models import Player
from tournaments.models import Event, EventEntry, EventSeat

KEPT = ["public_id", "token", "event_id", "state", "queued_at", "team", "family", "rating"]


class BothSeatedError(UserError):
    code = "both_seated"
    message = _(
        "Both players sat at tables of “%(event)s”, so one person would have played twice in a round. Leave them apart."
    )


class EventEntryRows:
    """An event that lists both keeps the entry that was seated; the other is set aside for an undo."""

    relation = "tournaments.EventEntry.player"
    label: str | Promise = _("Tournaments")

    def count(self, source: Player, target: Player) -> int:
        return EventEntry.objects.filter(player=source).count()

    def move(self, source: Player, target: Player) -> Any:
        shared = Event.objects.filter(entries__player=source).filter(entries__player=target).distinct()
        set_aside = [_set_aside(event, source, target) for event in shared]
        moving = EventEntry.objects.filter(player=source).order_by("pk")
        moved = list(moving.values_list("pk", flat=True))
        moving.update(player=target)
        return {"set_aside": set_aside, "moved": moved}

    def restore(self, source: Player, target: Player, moved: Any) -> None:
        EventEntry.objects.filter(pk__in=moved["moved"], player=target).update(player=source)
        there = set(Event.objects.values_list("pk", flat=True))
        EventEntry.objects.bulk_create(
            EventEntry(player=source if row["was_source"] else target, **{name: row[name] for name in KEPT})
            for row in moved["set_aside"]
            if row["event_id"] in there
        )


def _set_aside(event: Event, source: Player, target: Player) -> dict[str, Any]:
    entries = {one.player_id: one for one in event.entries.filter(player__in=[source, target])}
    seated = set(EventSeat.objects.filter(entry__in=entries.values()).values_list("entry__player", flat=True))
    if len(seated) > 1:
        raise BothSeatedError(event=event.name)
    spare = entries[target.pk if source.pk in seated else source.pk]
    kept = {name: getattr(spare, name) for name in KEPT} | {"queued_at": spare.queued_at.isoformat()}
    spare.delete()
    return kept | {"was_source": spare.player_id == source.pk}


def register() -> None:
    register_moving(EventEntryRows())
