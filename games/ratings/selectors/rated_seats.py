"""Reading blocks: what a game did to the ratings of those who sat there."""

from dataclasses import dataclass

from games.ratings.engine import CENTRE, STEPS_PER_POINT, Belief, strength
from games.ratings.packing import ENTRIES, OUTCOMES, Packed, position_of, unpack


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as people see it, to a tenth of a point."""

    rating: float
    deviation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedSeat:
    """`place` is the one in the game's final ranking. `bonus` is what clan and position were believed to be worth
    before the game, in points; `position` and `seats_at_table` are None where the turn order is not known.
    """

    player_id: int
    place: int
    clan: str
    position: int | None
    seats_at_table: int | None
    before: Shown
    after: Shown
    bonus: Shown

    @property
    def change(self) -> float:
        return round(self.after.rating - self.before.rating, 1)

    @property
    def strength(self) -> Belief:
        """Player, clan and position together as they were before the game, for predictions."""
        player = Belief.shown(self.before.rating, self.before.deviation)
        return strength([player, Belief.shown(CENTRE + self.bonus.rating, self.bonus.deviation)])


class BlockReader:
    """A block opened for reading."""

    def __init__(self, entries: bytes | memoryview, outcomes: bytes | memoryview) -> None:
        self.entries: Packed = unpack(ENTRIES, entries)
        self.outcomes: Packed = unpack(OUTCOMES, outcomes)
        # The games in the order of play.
        self.games: list[int] = self.entries.columns["ids"].tolist()

    def seats(self, game_id: int) -> list[RatedSeat]:
        return [self._seat(row) for row in self.rows(game_id)]

    def seat_of(self, player_id: int, rows: range) -> RatedSeat | None:
        """The player's among these rows."""
        players = self.entries.columns["players"]
        row = next((row for row in rows if players[row] == player_id), None)
        return None if row is None else self._seat(row)

    def rows(self, game_id: int) -> range:
        """Where the game's rated seats stand in the columns."""
        # Of a thousand games a history wants one: a dictionary of all of them would take ten times as long.
        try:
            at = self.games.index(game_id)
        except ValueError:
            return range(0)
        counts = bytes(self.entries.columns["counts"][: at + 1])
        end = sum(counts)
        return range(end - counts[at], end)

    def _seat(self, row: int) -> RatedSeat:
        entries = self.entries.columns
        clan = entries["clans"][row]
        seats, position = position_of(entries["positions"][row]) or (None, None)
        return RatedSeat(
            player_id=entries["players"][row],
            place=entries["places"][row],
            clan=self.entries.facts["clans"][clan - 1] if clan else "",
            position=position,
            seats_at_table=seats,
            before=self._shown("before_rating", "before_deviation", row),
            after=self._shown("after_rating", "after_deviation", row),
            bonus=self._shown("bonus", "bonus_deviation", row),
        )

    def _shown(self, rating: str, deviation: str, row: int) -> Shown:
        columns = self.outcomes.columns
        return Shown(columns[rating][row] / STEPS_PER_POINT, columns[deviation][row] / STEPS_PER_POINT)
