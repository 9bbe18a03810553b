"""Where a score begins: which game, and how many sit at the table. One tap answers both."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.results.models import Draft, Game
from games.results.web.browse import rows_of
from games.results.web.markup import GameRow
from games.results.web.proofs import SESSION_KEY
from games.systems import label
from scoring import registry
from scoring.description import Description, SeatKind

MOST_RECORDED_HERE = 10


@dataclass(frozen=True, slots=True)
class Mix:
    """So many people, and at most one kind of bot."""

    people: int
    bots: int
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    bot: str
    mixes: tuple[Mix, ...]


@dataclass(frozen=True, slots=True)
class Card:
    key: str
    label: str
    rows: tuple[Row, ...]


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    club = request.GET.get("club", "")
    cards = [_card(ruleset.description, club) for ruleset in registry.systems()]
    drafts = Draft.objects.filter(owner=request.user).count() if request.user.is_authenticated else 0
    context = {"cards": cards, "drafts": drafts, "recorded_here": _recorded_here(request)}
    return render(request, "sheets/start.html", context)


def _recorded_here(request: HttpRequest) -> list[GameRow]:
    """What this browser recorded without an account and nobody has taken over since, newest first."""
    known = request.session.get(SESSION_KEY)
    if not known:
        return []
    games = Game.objects.filter(public_id__in=known, recorded_by=None, club=None).order_by("-id")
    return rows_of(games[:MOST_RECORDED_HERE], request.user)


def _card(description: Description, club: str) -> Card:
    rows = [Row("", tuple(_mixes(description, None, 0, club)))]
    for bot in (kind for kind in description.seat_kinds if kind.bot):
        called = str(label(description.key, f"seat_kind.{bot.key}"))
        rows += [
            Row(called, tuple(_mixes(description, bot, number, club))) for number in range(1, bot.maximum + 1)
        ]
    return Card(description.key, str(label(description.key, f"system.{description.key}")), tuple(rows))


def _mixes(description: Description, bot: SeatKind | None, bots: int, club: str) -> Iterator[Mix]:
    human = description.seat_kinds[0]
    for people in range(max(1, human.minimum), human.maximum + 1):
        if description.fewest_seats <= people + bots <= description.most_seats:
            query = {human.key: people} | ({bot.key: bots} if bot else {}) | ({"club": club} if club else {})
            address = reverse("games:new", args=[description.key])
            yield Mix(people, bots, f"{address}?{urlencode(query)}")
