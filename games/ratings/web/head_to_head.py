"""Two players: how they fared against each other, and what the ratings expect."""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.players.models import Player
from games.ratings.models import Standing
from games.ratings.selectors.pages_head_to_head import (
    PairRecord,
    expectation_between,
    games_between,
    record_between,
)
from games.ratings.web.choosing import chosen_pool
from games.ratings.web.forms import PoolForm
from games.ratings.web.numbers import chance, plus_minus, share
from games.ratings.web.player import known_player
from games.web.browse.rows import rows_of


def head_to_head_page(request: HttpRequest, key: str, other: str) -> HttpResponse:
    first, second = known_player(request, key), known_player(request, other)
    if first == second:
        raise Http404
    choice = chosen_pool(request)
    record = record_between(key=choice.key, first=first, second=second, viewer=request.user)
    expected = expectation_between(pool=choice.pool, first=first, second=second)
    context = {
        "first": first.shown_for(request.user),
        "second": second.shown_for(request.user),
        "first_address": reverse("ratings:player", args=[first.address_key]),
        "choice": choice,
        "pool_form": PoolForm(request.GET, choice=choice),
        "record": record,
        "sides": [
            _side(first, expected.first, record, expected.chance, request.user),
            _side(
                second,
                expected.second,
                turned(record) if record else None,
                None if expected.chance is None else 1 - expected.chance,
                request.user,
            ),
        ],
        "games": rows_of(
            games_between(key=choice.key, first=first, second=second, viewer=request.user) if record else [],
            request.user,
        ),
    }
    return render(request, "ratings/head_to_head.html", context)


def _side(
    player: Player, standing: Standing | None, record: PairRecord | None, expected: float | None, viewer: Any
) -> dict[str, Any]:
    return {
        "shown": player.shown_for(viewer),
        "rating": plus_minus(standing.rating, standing.deviation) if standing else "",
        "ahead": record.ahead if record else 0,
        "share": share(record.share) if record else "",
        "expected": "" if expected is None else chance(expected),
    }


def turned(record: PairRecord) -> PairRecord:
    """As the other player sees it."""
    return replace(record, ahead=record.behind, behind=record.ahead)
