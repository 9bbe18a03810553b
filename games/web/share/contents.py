"""What a picture and a printed sheet say of a game, in the language of the moment and for the game's viewer."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from caledonia_site.common.dates import written_day
from caledonia_site.common.numbers import written
from games.enums import GameState
from games.models import Game
from games.selectors.game_detail import current_version, readable_notes
from games.sharing.card import Card, CardSeat
from games.sharing.paper import PaperCell, PaperPart, PaperRow, PaperSeat, PaperSheet
from games.web.life.columns import SeatColumn, columns_of
from games.web.life.score_lines import Cell
from games.web.life.score_table import score_table
from games.web.life.set_up import circumstances_of, options_of, seat_facts, set_up_of
from games.web.share.summary import summary_of
from games.wording import label


def ranking_of(game: Game) -> list[SeatColumn]:
    return sorted(columns_of(game), key=lambda column: (column.rank, column.index))


def title_of(game: Game) -> str:
    return str(label(game.system, f"system.{game.system}"))


def card_of(game: Game) -> Card:
    ranking = ranking_of(game)
    said = [written_day(game.played_on)]
    if game.club:
        said.append(game.club.name)
    if game.state == GameState.DISPUTED:
        said.append(str(GameState.DISPUTED.label))
    return Card(
        language=get_language() or "",
        title=title_of(game),
        subtitle=" · ".join(said),
        unit=_("VP"),
        summary=summary_of(ranking),
        seats=tuple(
            CardSeat(
                name=seat.name,
                dimension=seat.dimension,
                swatch=seat.swatch,
                place=f"{seat.rank}.",
                total=written(seat.total),
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
        seats=[PaperSeat(one.name, one.dimension, written(one.total), f"{one.rank}.") for one in columns],
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
    return PaperCell("" if cell.quantity is None else written(cell.quantity), written(cell.vp))
