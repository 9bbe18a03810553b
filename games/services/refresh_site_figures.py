"""Count what the site holds for everyone: public clubs, who plays there, and their games.

The figures stand on a page that everybody reads, so nothing of another club moves them.
"""

from datetime import date

from caledonia_site.common.jobs.topics import Topic
from games.clubs.enums import ClubVisibility
from games.clubs.models import Club, Membership
from games.enums import GameState
from games.models import Game, SiteFigure


class SiteFiguresTopic(Topic[dict[str, int]]):
    name = "site_figures"

    def compute(self, *, key: str, since: date | None) -> dict[str, int]:
        public = Club.objects.filter(visibility=ClubVisibility.PUBLIC)
        memberships = Membership.objects.filter(club__in=public).order_by()
        return {
            SiteFigure.Key.PLAYERS: memberships.values("player").distinct().count(),
            SiteFigure.Key.CLUBS: public.count(),
            SiteFigure.Key.GAMES: Game.objects.filter(state=GameState.CONFIRMED, club__in=public).count(),
        }

    def publish(self, *, key: str, result: dict[str, int]) -> None:
        SiteFigure.objects.bulk_create(
            [SiteFigure(key=name, value=value) for name, value in result.items()],
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["value", "counted_at"],
        )
