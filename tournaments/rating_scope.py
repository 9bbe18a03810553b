"""Seasons as pools of ratings: "season:<public id>"."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q

from games.clubs.models import Club
from games.models import Game
from games.players.viewers import is_stranger
from tournaments.enums import SeasonKind
from tournaments.models import Fixture, Season


class OneSeason:
    """The games of a season: by club and days, or by the schedule. Ratings see every such game that counts, also
    those the standings leave out (the best so many, the minimum of members): strength is not points.
    """

    prefix = "season"

    def idents_of(self, game: Game) -> list[str]:
        """Any season of the club and game system: a correction may have moved the game to another day."""
        if game.club_id is None:
            return []
        seasons = Season.objects.filter(league__club=game.club_id, league__system=game.system)
        return list(seasons.values_list("public_id", flat=True))

    def idents(self) -> Iterable[str]:
        return Season.objects.order_by("pk").values_list("public_id", flat=True)

    def games(self, ident: str) -> Q:
        season = Season.objects.select_related("league").filter(public_id=ident).first()
        if season is None:
            return Q(pk__in=[])
        if season.kind == SeasonKind.GROUPS:
            return Q(Exists(Fixture.objects.filter(season=season, game=OuterRef("pk"), decision="")))
        return Q(club=season.league.club_id, played_on__range=(season.starts_on, season.ends_on))

    def listed_for(self, viewer: Any) -> Iterable[str]:
        """Seasons of one's own clubs; the pools of others are reached from the season's page."""
        if is_stranger(viewer):
            return []
        mine = Season.objects.filter(league__club__in=Club.objects.of(viewer).order_by().values("pk"))
        return mine.values_list("public_id", flat=True).distinct()

    def labels(self, idents: Iterable[str], viewer: Any) -> dict[str, str]:
        seasons = Season.objects.visible_to(viewer).filter(public_id__in=list(idents))
        return {
            season.public_id: f"{season.league.name} · {season.name}"
            for season in seasons.select_related("league")
        }
