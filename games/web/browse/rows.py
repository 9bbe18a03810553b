"""A game as one row of a list."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from caledonia_site.common.dates import written_day
from caledonia_site.common.escaping import escaped
from caledonia_site.common.numbers import writer
from caledonia_site.common.templatetags.interface import clan_swatch
from games.clubs.models import Club
from games.enums import GameState
from games.models import Game
from games.selectors.game_list import SeatInRow, seats_of
from games.web.life.columns import SeatColumn, column_of
from games.web.life.standing import tone_of
from games.wording import label


class GameRow(NamedTuple):
    """`seats` from the first place down."""

    game: Game
    system: str
    club: Club | None
    seats: Sequence[SeatColumn]
    tone: str

    @property
    def written(self) -> SafeString:
        """Not a template: to fill in twenty-five, with a hundred seats, took a quarter of the time of a page."""
        day, system = self.game.played_on, escaped(self.system)
        state = ""
        if self.game.state != GameState.CONFIRMED:
            state = f'<span class="badge tone-{self.tone}">{escaped(GameState(self.game.state).label)}</span>'
        club = f" · {escaped(self.club.name)}" if self.club else ""
        seats = _written(self.seats)
        return SafeString(
            '<article class="card card-link game-row"><div class="row row-apart">'
            f'<h3><a href="{self.game.get_absolute_url()}"><time datetime="{day.isoformat()}">'
            f'{escaped(written_day(day))}</time><span class="visually-hidden">, {system}</span></a></h3>{state}</div>'
            f'<p class="muted small">{system}{club}</p>'
            f'<ol class="game-row-seats" role="list">{seats}</ol></article>'
        )


def rows_of(games: Iterable[Game], viewer: object) -> list[GameRow]:
    """Of games with their clubs; asks for the seats and the players, in two queries for any number of games."""
    listed = list(games)
    seats = seats_of(listed, viewer)
    return [_row(game, seats.get(game.pk, ())) for game in listed]


def _row(game: Game, seats: Iterable[SeatInRow]) -> GameRow:
    return GameRow(
        game=game,
        system=str(label(game.system, f"system.{game.system}")),
        club=game.club,
        seats=[column_of(seat, game.system) for seat in seats],
        tone=tone_of(game.state),
    )


def _written(seats: Iterable[SeatColumn]) -> str:
    write = writer()
    return "".join(
        f'<li><span class="number">{seat.rank}.</span> '
        f"{clan_swatch(seat.swatch, label=seat.dimension) if seat.swatch else ''} "
        f'<span class="game-row-name">{escaped(seat.name)}</span> '
        f'<span class="number">{write(seat.total, 0)}</span></li>'
        for seat in seats
    )
