"""One game with everything its page shows."""

from typing import Any

from django.db.models import Prefetch, prefetch_related_objects

from caledonia_site.common.permissions import may
from games.models import Game, Seat, SheetVersion, Verdict
from games.players.models import PageVisibility


def game_for(*, public_id: str, viewer: Any) -> Game | None:
    """The game with its club, seats, shown players and verdicts; None if there is no such game for this viewer."""
    game = _game_with_seats(public_id=public_id, viewer=viewer)
    return game if game and may(viewer, "games.see_game", game) else None


def game_at_table(*, public_id: str, viewer: Any) -> Game | None:
    """As `game_for`, for whoever proves by a link made for the table that they sat there: they may see the game, and
    read every name.
    """
    game = _game_with_seats(public_id=public_id, viewer=viewer)
    if game:
        fetch_claims(game)
        name_everyone(game)
    return game


def fetch_claims(game: Game) -> None:
    """Which phones answer for its seats; only a phone that ever took one has to know."""
    prefetch_related_objects(list(game.seats.all()), "claims")


def name_everyone(game: Game) -> None:
    """The reader sat at the table, though no account says so."""
    for seat in game.seats.all():
        seat.is_named_at_table = True


def name_guests(game: Game) -> None:
    """The reader was handed the names by the table. Guests have nobody to ask, so the table speaks for them unless
    an organiser hid them; who has an account chose for themselves.
    """
    for seat in game.seats.all():
        player = seat.player
        if player and player.is_guest and player.visibility != PageVisibility.HIDDEN:
            seat.is_named_at_table = True


def reads_every_name(game: Game) -> bool:
    """Whether the reader of a game fetched for them reads who sat in each seat: photo and notes may name anybody who
    sat there.
    """
    return all(seat.is_named for seat in game.seats.all())


def readable_notes(game: Game) -> str:
    """The notes, for the reader of a game fetched for them."""
    return game.notes if reads_every_name(game) else ""


def _game_with_seats(*, public_id: str, viewer: Any) -> Game | None:
    words = Prefetch("verdicts", queryset=Verdict.objects.select_related("player"))
    seats = Seat.objects.order_by("index").shown_to(viewer)
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
