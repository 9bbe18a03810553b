"""Let games count whose time to object has passed."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.enums import CountingRule, GameState
from games.models import ClubCounting, Game
from games.services.announcing import refresh_state


def count_silent_games() -> int:
    """Look at every waiting game of clubs that count after some days of silence; return how many now count."""
    counted = 0
    now = timezone.now()
    for counting in ClubCounting.objects.filter(rule=CountingRule.SILENCE):
        due = Game.objects.filter(
            club=counting.club_id,
            state=GameState.SUBMITTED,
            submitted_at__lte=now - timedelta(days=counting.silence_days),
        )
        for pk in due.values_list("pk", flat=True):
            with transaction.atomic():
                game = Game.objects.select_for_update().get(pk=pk)
                if game.state == GameState.SUBMITTED:
                    refresh_state(game)
                    counted += game.counts
    return counted
