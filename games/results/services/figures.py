"""Count who won how often in a club, and what the site holds for everyone: public clubs, who plays there, their games.

The site's figures stand on a page that everybody reads, so nothing of another club moves them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q
from django.db.models.functions import TruncMonth

from caledonia_site.common.jobs.topics import Topic
from games.clubs.enums import ClubVisibility
from games.clubs.models import Club, Membership
from games.results.enums import GameState
from games.results.models import ClubTally, Game, Seat, SiteFigure
from games.results.selectors.figures import first_month


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


@dataclass(frozen=True)
class Tallies:
    since: date
    """The first day of the earliest month that was counted."""
    rows: list[ClubTally]


class ClubTalliesTopic(Topic[Tallies]):
    """Keys are clubs. Games alone have no winner; a shared first place is a win for each who shares it."""

    name = "club_tallies"
    independent = True

    def all_keys(self) -> Iterable[str]:
        clubs = Game.objects.filter(club__isnull=False).order_by("club").values_list("club", flat=True)
        return [str(club) for club in clubs.distinct()]

    def compute(self, *, key: str, since: date | None) -> Tallies:
        earliest = first_month()
        if since is not None:
            earliest = max(earliest, since.replace(day=1))
        counted = (
            Seat.objects.filter(
                game__club=int(key),
                game__state=GameState.CONFIRMED,
                game__seat_count__gt=1,
                game__played_on__gte=earliest,
                player__isnull=False,
            )
            .order_by()
            .annotate(month=TruncMonth("game__played_on"))
            .values("month", "player")
            .annotate(games=Count("pk"), wins=Count("pk", filter=Q(rank=1)))
        )
        rows = [
            ClubTally(
                club_id=int(key),
                month=row["month"],
                player_id=row["player"],
                games=row["games"],
                wins=row["wins"],
            )
            for row in counted
        ]
        return Tallies(earliest, rows)

    def publish(self, *, key: str, result: Tallies) -> None:
        """Months that were counted are replaced, those out of the year forgotten."""
        outdated = Q(month__gte=result.since) | Q(month__lt=first_month())
        ClubTally.objects.filter(outdated, club=int(key)).delete()
        ClubTally.objects.bulk_create(result.rows, batch_size=500)
