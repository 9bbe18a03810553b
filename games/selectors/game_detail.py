"""One game with everything its page shows."""

from typing import Any

from django.db.models import Prefetch

from caledonia_site.common.permissions import may
from games.models import Game, Seat, SheetVersion, Verdict
from games.players.models import Player


def game_for(*, public_id: str, viewer: Any) -> Game | None:
    """The game with its club, seats, shown players and verdicts; None if there is no such game for this viewer."""
    game = game_with_seats(public_id=public_id, viewer=viewer)
    return game if game and may(viewer, "games.see_game", game) else None


def game_with_seats(*, public_id: str, viewer: Any) -> Game | None:
    """As `game_for`, for whoever has proved by a personal link or the code of the table that they may see it."""
    players = Prefetch("player", queryset=Player.with_merged.shown_to(viewer))
    words = Prefetch("verdicts", queryset=Verdict.objects.select_related("player"))
    seats = Seat.objects.order_by("index").prefetch_related(players, "claims")
    return (
        Game.objects.filter(public_id=public_id)
        .select_related("club__counting", "recorded_by__player", "photo")
        .prefetch_related(Prefetch("seats", queryset=seats), words)
        .first()
    )


def current_version(game: Game) -> SheetVersion | None:
    """The sheet the result follows from; None for a game that was imported without one."""
    if game.totals_only:
        return None
    return SheetVersion.objects.filter(game=game, number=game.version).first()


def own_seat(game: Game, viewer: Any) -> Seat | None:
    """Where the viewer sits in a game fetched by `game_for`."""
    if not viewer.is_authenticated:
        return None
    return next(
        (seat for seat in game.seats.all() if seat.player and seat.player.account_id == viewer.pk), None
    )
