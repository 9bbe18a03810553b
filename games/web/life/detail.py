"""A game's page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from caledonia_site.common.permissions import answers
from games.enums import GameState
from games.models import Game, Seat
from games.selectors.game_detail import (
    current_version,
    fetch_claims,
    own_seat,
    readable_notes,
    reads_every_name,
)
from games.selectors.words import said_on_page
from games.services.table_codes import table_token
from games.services.voices import holding
from games.web.life.access import find_game, held_seat, may_save_here
from games.web.life.columns import columns_of
from games.web.life.confirmations import confirmations_of, own_disputes, table_code, told_disputes
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
    "games.show_table_code",
    "games.settle_game",
    "games.void_game",
]


def game_page(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    fetch_claims(game)
    own = own_seat(game, request.user)
    allowed = answers(request.user, OFFERED, game)
    held = held_seat(request, game)
    context = result_context(game, own=own or held)
    said = said_on_page(game)
    disputed = own_disputes(request, game)
    confirmations = confirmations_of(game, context["columns"], said)
    # Also the visitor who entered the game in this browser may correct it.
    corrects = may_correct_here(request, game)
    sees_history = may_see_history_here(request, game)
    shows_code = (allowed["show_table_code"] or corrects or held is not None) and game.state != GameState.VOID
    if context["state"].is_shared_only and not shows_code:
        # Nothing waits for a confirmation; only a word that was said already is shown.
        confirmations = [one for one in confirmations if one.confirmed or one.disputes]
    context |= {
        "may": allowed,
        "confirmations": confirmations,
        # What somebody wrote in a dispute is for those who have to do with it.
        "sees_objections": allowed["see_objections"] or corrects or held is not None,
        "links": [one for one in confirmations if not one.by_account],
        "disputes_elsewhere": told_disputes(game, said.elsewhere),
        "open_disputes": said.disputed,
        "own_word": said.of(own).last if own else None,
        "withdraws": bool(disputed),
        "corrected_since": any(word.content != game.content for word in disputed),
        "code": table_code(request, game, said) if shows_code else None,
        "held_seat": _held_address(game, held) if held else "",
        "was_corrected": game.version > 1,
        "sharing": sharing_of(request, game, sat_there=held is not None),
        "may_correct": corrects,
        "may_save": may_save_here(request, game),
        "sees_history": sees_history,
        "photo": getattr(game, "photo", None) if sees_history else None,
        "sees_photo": reads_every_name(game),
        **sections_context(SectionedPage.GAME, request, game),
    }
    return render(request, "games/detail/page.html", context)


def _held_address(game: Game, seat: Seat) -> str:
    held = holding(seat)
    token = table_token(game, shown_by=held.shown_by if held else None)
    return reverse("games:table_seat", args=[game.public_id, token, seat.index])


def result_context(game: Game, *, own: Seat | None) -> dict[str, Any]:
    """The result and what it came from, for the game's page, a personal link and the code of the table."""
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
        "notes": readable_notes(game),
        "options": options_of(game, version),
        "set_up": set_up_of(game, version),
        "seat_facts": seat_facts(game, version, columns),
    }
