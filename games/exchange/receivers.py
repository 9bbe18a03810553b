"""What follows here from news about games."""

from typing import Any

from django.db.models import Case, Prefetch, Value, When
from django.dispatch import receiver

from games.exchange.enums import News
from games.exchange.models import Webhook
from games.exchange.selectors.personal import personal_exchange
from games.exchange.services.tell_webhooks import tell_webhook
from games.models import Game, Seat
from games.players.models import PageVisibility, Player
from games.players.signals import PersonalDataSection, collect_personal_data
from games.signals import game_news
from games.web.life.columns import seat_name


@receiver(collect_personal_data)
def exchange_of_a_person(sender: Any, *, account: Any, **_: Any) -> list[PersonalDataSection]:
    return personal_exchange(account=account)


@receiver(game_news)
def tell_webhooks_of_game(sender: Any, *, game: Game, news: str, **_: Any) -> None:
    if game.club_id is None:
        return
    event = News(f"game.{news}")
    for webhook in Webhook.objects.filter(club=game.club_id, is_on=True).select_related("club"):
        if event in webhook.news:
            tell_webhook(webhook=webhook, news=event, body={"game": _told(game)})


def _told(game: Game) -> dict[str, Any]:
    """The result with the names every member of the club may know; an organiser may know more, their program
    may not.
    """
    players = Player.with_merged.annotate(  # type: ignore[no-redef]
        shown_to_viewer=Case(
            When(visibility=PageVisibility.HIDDEN, then=Value(value=False)), default=Value(value=True)
        )
    )
    seats = (
        Seat.objects.filter(game=game)
        .order_by("index")
        .prefetch_related(Prefetch("player", queryset=players))
    )
    told = [
        {
            "name": seat_name(seat, game.system),
            "player": seat.player.shown.public_id if seat.player else None,
            "dimension": seat.dimension,
            "total": seat.total,
            "place": seat.rank,
        }
        for seat in seats
    ]
    return {
        "public_id": game.public_id,
        "path": game.get_absolute_url(),
        "system": game.system,
        "state": game.state,
        "version": game.version,
        "played_on": game.played_on.isoformat(),
        "seats": told,
    }
