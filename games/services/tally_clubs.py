"""Count who won how often in a club."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q
from django.db.models.functions import TruncMonth

from caledonia_site.common.jobs.topics import Topic
from games.enums import GameState
from games.models import ClubTally, Game, Seat
from games.selectors.club_leaders import first_month


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
        found = (
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
            for row in found
        ]
        return Tallies(earliest, rows)

    def publish(self, *, key: str, result: Tallies) -> None:
        """Months that were counted are replaced, those out of the year forgotten."""
        outdated = Q(month__gte=result.since) | Q(month__lt=first_month())
        ClubTally.objects.filter(outdated, club=int(key)).delete()
        ClubTally.objects.bulk_create(result.rows, batch_size=500)
