"""Words and tones of tournaments in templates."""

from collections.abc import Mapping

from django import template

from games.players.models.player import ShownPlayer
from tournaments.event_enums import EventState
from tournaments.models import Event
from tournaments.web.events.access import STATE_TONES
from tournaments.wording import terms

register = template.Library()


@register.filter
def state_tone(event: Event) -> str:
    return STATE_TONES[EventState(event.state)]


@register.filter
def system_name(system: str) -> str:
    return terms.system_name(system)


@register.simple_tag
def winner_of(event: Event, winners: Mapping[int, ShownPlayer]) -> ShownPlayer | None:
    return winners.get(event.pk)
