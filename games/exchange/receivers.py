"""What follows here from news about games."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Case, Prefetch, Value, When
from django.dispatch import receiver

from games.exchange.enums import News
from games.exchange.models import Webhook
from games.exchange.selectors.personal import personal_exchange
from games.exchange.services.webhooks import notify_webhook_of_many
from games.players.models import PageVisibility, Player, User
from games.players.signals import PersonalDataSection, collect_personal_data
from games.results.enums import GameState
from games.results.models import Game, Seat
from games.results.signals import game_news, games_recorded
from games.results.wording import seat_name


@receiver(collect_personal_data)
def exchange_of_a_person(sender: Any, *, account: User, **_: Any) -> list[PersonalDataSection]:
    return personal_exchange(account=account)


@receiver(game_news)
def notify_webhooks_of_game(sender: Any, *, game: Game, news: str, **_: Any) -> None:
    _notify([game], News(f"game.{news}"), game.state)


@receiver(games_recorded)
def notify_webhooks_of_games(sender: Any, *, games: Sequence[Game], **_: Any) -> None:
    """Entered first, and counting then: what a program hears of a single game."""
    by_club: dict[int | None, list[Game]] = {}
    for game in games:
        by_club.setdefault(game.club_id, []).append(game)
    for of_club in by_club.values():
        _notify(of_club, News.SUBMITTED, GameState.SUBMITTED)
        _notify([game for game in of_club if game.counts], News.CONFIRMED, GameState.CONFIRMED)


def _notify(games: Sequence[Game], news: News, state: str) -> None:
    """Games of one club, each in the state it was in when there was something to tell of it."""
    if not games or games[0].club_id is None:
        return
    webhooks = [
        webhook
        for webhook in Webhook.objects.filter(club=games[0].club_id, is_on=True)
        if news in webhook.news
    ]
    if webhooks and (club := games[0].club):
        seats = _seats(games)
        bodies = [{"game": _describe_game(game, seats.get(game.pk, []), state)} for game in games]
        for webhook in webhooks:
            webhook.club = club
            notify_webhook_of_many(webhook=webhook, news=news, bodies=bodies)


def _seats(games: Sequence[Game]) -> dict[int, list[Seat]]:
    """With the names every member of the club may know; an organiser may know more, their program may not."""
    players = Player.with_merged.annotate(  # type: ignore[no-redef]
        shown_to_viewer=Case(
            When(visibility=PageVisibility.HIDDEN, then=Value(value=False)), default=Value(value=True)
        )
    )
    by_game: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(game__in=games).order_by("game", "index")
    for seat in seats.prefetch_related(Prefetch("player", queryset=players)):
        by_game.setdefault(seat.game_id, []).append(seat)
    return by_game


def _describe_game(game: Game, seats: Sequence[Seat], state: str) -> dict[str, Any]:
    shown_seats = [
        {
            "name": seat_name(seat, game.system),
            "player": seat.shown.public_id if seat.shown else None,
            "dimension": seat.faction,
            "total": seat.total,
            "place": seat.rank,
        }
        for seat in seats
    ]
    return {
        "public_id": game.public_id,
        "path": game.get_absolute_url(),
        "system": game.system,
        "state": state,
        "version": game.version,
        "played_on": game.played_on.isoformat(),
        "seats": shown_seats,
    }
