"""How a player fared against each opponent."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from games.models import Game
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.selectors.player_record import counted_seats

MOST_OPPONENTS = 20


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games at one table, and how often the player was placed ahead of, behind and level with the opponent."""

    opponent: ShownPlayer
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


def head_to_head(
    *, player: Player, viewer: Any, among: QuerySet[Game] | None = None, most: int = MOST_OPPONENTS
) -> list[HeadToHead]:
    """The most frequent opponents whose names the viewer may know, in all games or only those given.

    Others are left out: a row without a name would still tell how often the two met.
    """
    opponents = Player.objects.visible_to(viewer).exclude(pk=player.pk)
    seats = counted_seats(player=player, viewer=viewer)
    rows = list(
        (seats if among is None else seats.filter(game__in=among.order_by().values("pk")))
        .filter(game__seats__player__in=opponents.order_by().values("pk"))
        .values(opponent=F("game__seats__player"))
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(rank__lt=F("game__seats__rank"))),
            behind=Count("pk", filter=Q(rank__gt=F("game__seats__rank"))),
        )
        .order_by("-games", "-ahead", "opponent")[:most]
    )
    shown = Player.objects.shown_to(viewer).in_bulk([row["opponent"] for row in rows])
    return [
        HeadToHead(shown[row["opponent"]].shown, row["games"], row["ahead"], row["behind"]) for row in rows
    ]
