"""A game's page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from caledonia_site.common.permissions import answers
from games.models import Game, Seat
from games.selectors.game_detail import current_version, own_seat, verdict_on
from games.web.life.access import find_game
from games.web.life.columns import columns_of
from games.web.life.confirmations import confirmations_of
from games.web.life.score_table import score_table, sources_chart
from games.web.life.set_up import circumstances_of, options_of, seat_facts, set_up_of
from games.web.life.standing import state_in_words
from games.web.sections import SectionedPage, sections_context
from games.web.share.page import sharing_of
from games.web.sheet.entry import may_correct_here, may_see_history_here
from games.wording import label

OFFERED = [
    "games.correct_game",
    "games.judge_game",
    "games.see_objections",
    "games.see_personal_links",
    "games.settle_game",
    "games.void_game",
    "games.save_into_club",
]


def game_page(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    own = own_seat(game, request.user)
    allowed = answers(request.user, OFFERED, game)
    sees_history = may_see_history_here(request, game)
    context = result_context(game, own=own)
    confirmations = confirmations_of(
        game, context["columns"], request=request, with_links=allowed["see_personal_links"]
    )
    if context["state"].is_shared_only:
        # Nothing waits for a confirmation; only a word that was said already is shown.
        confirmations = [one for one in confirmations if one.confirmed or one.disputed]
    context |= {
        "may": allowed,
        "confirmations": confirmations,
        "own_verdict": verdict_on(own, game.version) if own else None,
        "was_corrected": game.version > 1,
        "sharing": sharing_of(request, game),
        # Also the visitor who entered the game in this browser may correct it.
        "may_correct": may_correct_here(request, game),
        "sees_history": sees_history,
        "photo": getattr(game, "photo", None) if sees_history else None,
        **sections_context(SectionedPage.GAME, request, game),
    }
    return render(request, "games/detail/page.html", context)


def result_context(game: Game, *, own: Seat | None) -> dict[str, Any]:
    """The result and what it came from, for the game's page and for a personal link."""
    version = current_version(game)
    columns = columns_of(game, own=own)
    return {
        "game": game,
        "system": label(game.system, f"system.{game.system}"),
        "state": state_in_words(game),
        "columns": columns,
        "ranking": sorted(columns, key=lambda column: (column.rank, column.index)),
        "table": score_table(game, version, columns),
        "chart": sources_chart(game, columns),
        "circumstances": circumstances_of(game),
        "options": options_of(game, version),
        "set_up": set_up_of(game, version),
        "seat_facts": seat_facts(game, version, columns),
    }
