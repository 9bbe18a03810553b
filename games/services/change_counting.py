"""Change how a club decides that a game counts."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.enums import CountingRule, GameState
from games.models import ClubCounting, Game
from games.services.announcing import refresh_state


@transaction.atomic
def change_counting(
    *, actor: Any, club: Club, rule: CountingRule, silence_days: int, links_count: bool = True
) -> ClubCounting:
    """Games that wait are looked at anew; what counts already keeps counting under a stricter rule."""
    require(actor, "games.change_counting", club)
    counting, _ = ClubCounting.objects.update_or_create(
        club=club, defaults={"rule": rule, "silence_days": silence_days, "links_count": links_count}
    )
    waiting = Game.objects.select_for_update().filter(club=club, state=GameState.SUBMITTED)
    for game in waiting.order_by("pk"):
        refresh_state(game)
    return counting
