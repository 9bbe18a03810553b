"""What a game did to ratings."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.acting import find_game
from games.players.models.player import ShownPlayer
from games.ratings.api.representations import GameRatingSerializer
from games.ratings.selectors.pages_game import ToldGame, ToldSeat, told_games


class GameRatingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="ratings_game", responses=GameRatingSerializer(many=True))
    def get(self, request: Request, public_id: str) -> Response:
        """Before and after for each rated seat, in each pool the asker may see; empty until the game is rated."""
        game, viewer = find_game(request, public_id)
        shown = {seat.player_id: seat.shown for seat in game.seats.all() if seat.shown}
        answer = [_told(one, shown) for one in told_games(game=game, viewer=viewer)]
        return Response(GameRatingSerializer(answer, many=True, context={"request": request}).data)


def _told(one: ToldGame, shown: dict[int | None, ShownPlayer]) -> dict[str, Any]:
    return {
        "system": one.pool.system,
        "scope": one.pool.scope,
        "name": one.label,
        "chance_of_order": one.order_chance,
        "seats": [_seat(told, shown[told.seat.player_id]) for told in one.seats],
    }


def _seat(told: ToldSeat, player: ShownPlayer) -> dict[str, Any]:
    # A rating would tell that two nameless sightings are the same person.
    is_told = player.public_id is not None
    return {
        "player": player,
        "place": told.place,
        "expected_place": told.expected_place,
        "chance_to_win": told.wins,
        "before": told.seat.before if is_told else None,
        "after": told.seat.after if is_told else None,
    }
