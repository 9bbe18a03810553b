"""Template tags of leagues."""

from django import template

from tournaments.models import SeasonEvent
from tournaments.wording.events import ToldEvent, told_event

register = template.Library()


@register.simple_tag
def told(event: SeasonEvent) -> ToldEvent:
    """A line of a season's history in words."""
    return told_event(event)
