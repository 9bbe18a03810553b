"""What a sentence, a picture and a printed sheet say of a game, for the game's viewer, and in which language.

Messengers fetch a link once for everybody in a chat and say nothing of a language, so neither the visitor's browser
nor their account decides: the link may name a language, otherwise it is the club's.
"""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import format_date, format_number
from games.results.enums import GameState
from games.results.models import Game
from games.results.selectors.games import current_version, readable_notes
from games.results.share.card import Card, CardSeat
from games.results.share.score_sheet_pdf import PaperCell, PaperPart, PaperRow, PaperSeat, PaperSheet
from games.results.web.markup import Cell
from games.results.web.score_table import score_table
from games.results.web.seats import (
    SeatColumn,
    circumstances_of,
    columns_of,
    options_of,
    seat_facts,
    set_up_of,
)
from games.systems import label

LANGUAGE_PARAMETER = "lang"
# Messengers know a language only together with a country.
LOCALES = {"en": "en_GB", "fr": "fr_FR", "pt-br": "pt_BR"}


def summary_of(ranking: Sequence[SeatColumn]) -> str:
    """ "Ailsa won with 142 VP before Rory (131) and Una (120)." The seats come in the order of their places."""
    # Whoever has no name here is "a player", who may come first.
    return capfirst(_sentence(ranking))


def _sentence(ranking: Sequence[SeatColumn]) -> str:
    first = [seat for seat in ranking if seat.rank == 1]
    others = [seat for seat in ranking if seat.rank != 1]
    params = {
        "winners": get_text_list([seat.name for seat in first], _("and")),
        "vp": format_number(first[0].total),
        "others": get_text_list([f"{seat.name} ({format_number(seat.total)})" for seat in others], _("and")),
    }
    if len(ranking) == 1:
        return _("%(winners)s reached %(vp)s VP.") % params
    if len(first) == 1:
        return _("%(winners)s won with %(vp)s VP before %(others)s.") % params
    if others:
        return _("%(winners)s share the win with %(vp)s VP before %(others)s.") % params
    return _("%(winners)s share the win with %(vp)s VP.") % params


def card_of(game: Game) -> Card:
    ranking = ranking_of(game)
    subtitle = [format_date(game.played_on)]
    if game.club:
        subtitle.append(game.club.name)
    if game.state == GameState.DISPUTED:
        subtitle.append(str(GameState.DISPUTED.label))
    return Card(
        language=get_language() or "",
        title=title_of(game),
        subtitle=" · ".join(subtitle),
        unit=_("VP"),
        summary=summary_of(ranking),
        seats=tuple(
            CardSeat(
                name=seat.name,
                dimension=seat.faction,
                swatch=seat.swatch,
                place=f"{seat.rank}.",
                total=format_number(seat.total),
                is_winner=seat.rank == 1,
            )
            for seat in ranking
        ),
    )


def paper_of(game: Game, link: str) -> PaperSheet:
    version = current_version(game)
    columns = columns_of(game)
    table = score_table(game, version, columns)
    seats = [
        (seat.name, " · ".join(f"{fact.name}: {fact.value}" for fact in facts))
        for seat, facts in seat_facts(game, version, columns)
    ]
    return PaperSheet(
        language=get_language() or "",
        title=title_of(game),
        facts=_circumstances(game),
        seats=[
            PaperSeat(column.name, column.faction, format_number(column.total), f"{column.rank}.")
            for column in columns
        ],
        parts=[
            PaperPart(
                part.title,
                [PaperRow(row.label, [_paper_cell(cell) for cell in row.cells]) for row in part.rows],
            )
            for part in table.rounds
            if part.rows
        ],
        remarks=[*table.tie_breaks, *table.notes],
        set_up=[*options_of(game, version), *set_up_of(game, version), *seats],
        notes=readable_notes(game),
        link=link,
    )


def _circumstances(game: Game) -> list[str]:
    """Two lines below the title: when and how long, and by whom it is vouched for."""
    when = [fact.value for fact in circumstances_of(game)]
    state = str(GameState(game.state).label)
    return [" · ".join(when), " · ".join([game.club.name, state] if game.club else [state])]


def _paper_cell(cell: Cell | None) -> PaperCell | None:
    if cell is None:
        return None
    return PaperCell("" if cell.quantity is None else format_number(cell.quantity), format_number(cell.vp))


def ranking_of(game: Game) -> list[SeatColumn]:
    return sorted(columns_of(game), key=lambda column: (column.rank, column.index))


def title_of(game: Game) -> str:
    return str(label(game.system, f"system.{game.system}"))


def own_language(game: Game) -> str:
    """What a link without a language means."""
    return game.club.language if game.club else settings.LANGUAGE_CODE


def shared_language(request: HttpRequest, game: Game) -> str:
    language = request.GET.get(LANGUAGE_PARAMETER, "").lower()
    return language if language in dict(settings.LANGUAGES) else own_language(game)
