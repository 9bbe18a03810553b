"""Words and tones of tournaments in templates."""

from collections.abc import Mapping

from django import template

from games.players.models.player import ShownPlayer
from tournaments.events.enums import EventState
from tournaments.events.models import Event
from tournaments.events.web.event import STATE_TONES
from tournaments.shared import wording

register = template.Library()


@register.filter
def state_tone(event: Event) -> str:
    return STATE_TONES[EventState(event.state)]


@register.filter
def system_name(system: str) -> str:
    return wording.system_name(system)


@register.simple_tag
def winner_of(event: Event, winners: Mapping[int, ShownPlayer]) -> ShownPlayer | None:
    return winners.get(event.pk)
