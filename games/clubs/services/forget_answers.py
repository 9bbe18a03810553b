"""Whoever leaves a club does not come to its next events."""

from django.utils import timezone

from games.clubs.models import Club, EventAnswer
from games.players.models import Player


def forget_answers(*, club: Club, player: Player) -> None:
    """Answers to events that are over stay: they tell who was there."""
    EventAnswer.objects.filter(player=player, event__club=club, event__ends_at__gt=timezone.now()).delete()
