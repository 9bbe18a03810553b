"""Draw large rounds apart from any request."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from caledonia_site.common.jobs.topics import Topic
from scoring.types import Violation
from tournaments.event_enums import RoundState
from tournaments.models import Event, EventRound
from tournaments.pairing.draw import Draw, DrawError, draw
from tournaments.pairing.request import read_request
from tournaments.services.events.draw_round import draw_key
from tournaments.services.events.seating import seat_draw
from tournaments.topics import EVENT_DRAWS


class Drawn(NamedTuple):
    """The draw of a request, or why there is none."""

    digest: str
    draw: Draw | None
    violations: tuple[Violation, ...] = ()


class DrawsTopic(Topic[Drawn | None]):
    """Keyed by event and round. Only rounds that wait for their tables are drawn: a published one never changes.

    On the fast queue, because a room full of people waits: even a thousand players take some seconds only.
    """

    name = EVENT_DRAWS

    def all_keys(self) -> Iterable[str]:
        waiting = EventRound.objects.filter(state=RoundState.DRAWING).select_related("event")
        return [draw_key(one) for one in waiting.order_by("pk")]

    def compute(self, *, key: str, since: date | None) -> Drawn | None:
        found = _waiting(key)
        if found is None or found.request is None:
            return None
        try:
            request = read_request(found.request)
        except ValueError:
            # Asked for before an update of the site: what it asked for then is no longer known to come out the same.
            return Drawn(found.digest, None, (Violation("draw.other_version", "request"),))
        try:
            return Drawn(request.digest, draw(request))
        except DrawError as error:
            return Drawn(request.digest, None, error.violations)

    def publish(self, *, key: str, result: Drawn | None) -> None:
        found = _waiting(key, lock=True)
        # Undone and drawn anew meanwhile: the new request has its own mark.
        if result is None or found is None or found.digest != result.digest:
            return
        if result.draw is not None:
            seat_draw(found, result.draw)
        else:
            found.state = RoundState.FAILED
            found.failure = [
                {"code": one.code, "path": one.path, "params": dict(one.params)} for one in result.violations
            ]
            found.save(update_fields=["state", "failure"])


def _waiting(key: str, *, lock: bool = False) -> EventRound | None:
    event, _, number = key.partition(":")
    rounds = EventRound.objects.filter(state=RoundState.DRAWING, event__public_id=event, number=number)
    if lock:
        # The event's row, as everybody who changes its rounds does.
        Event.objects.select_for_update(no_key=True).filter(public_id=event).first()
    return rounds.first()
