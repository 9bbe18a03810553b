"""Records of a tournament."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.players.models.player import ShownPlayer
from tournaments.models import Event, EventEntry, EventStandings
from tournaments.wording.reasons import shown_value
from tournaments.wording.terms import HONOURS


@dataclass(frozen=True, slots=True)
class EventHonour:
    title: str
    holders: tuple[ShownPlayer, ...]
    value: str
    games: tuple[str, ...]


def event_honours(event: Event, viewer: Any) -> list[EventHonour]:
    """The best of all stages; of equal ones everybody who holds it."""
    best: dict[str, tuple[Fraction, list[int], list[str]]] = {}
    for table in EventStandings.objects.filter(stage__event=event).order_by("stage__number", "pk"):
        for one in table.records.get("honours", []):
            value, key = Fraction(one["value"]), one["key"]
            if key not in best or value > best[key][0]:
                best[key] = (value, list(one["entries"]), list(one["games"]))
            elif value == best[key][0]:
                best[key][1].extend(one["entries"])
                best[key][2].extend(one["games"])
    wanted = {pk for _, holders, _ in best.values() for pk in holders}
    entries = {
        one.pk: one
        for one in EventEntry.objects.filter(pk__in=wanted).shown_to(viewer, named=event.shows_names)
    }
    return [
        EventHonour(
            title=str(HONOURS[key]),
            holders=tuple(entries[pk].player.shown for pk in dict.fromkeys(best[key][1]) if pk in entries),
            value=shown_value("points", str(best[key][0])),
            games=tuple(dict.fromkeys(best[key][2])),
        )
        for key in HONOURS
        if key in best
    ]
