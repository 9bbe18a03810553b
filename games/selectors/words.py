"""What holds of what people said of a result: the one answer for states, pages and API."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.enums import VerdictKind, VerdictMeans
from games.models import Game, Seat, Verdict

BY_LINK = (VerdictMeans.LINK, VerdictMeans.TABLE)


@dataclass(frozen=True, slots=True)
class SaidOfSeat:
    """`confirmation` is of exactly what the game says now; `counts`: also by the club's rules. `disputes` are those of
    the person who sits there now, whichever version they were about.
    """

    seat: Seat
    confirmation: Verdict | None
    counts: bool
    disputes: tuple[Verdict, ...]

    @property
    def last(self) -> Verdict | None:
        """The word that holds: a dispute, or else a confirmation."""
        return self.disputes[-1] if self.disputes else self.confirmation


@dataclass(frozen=True, slots=True)
class Said:
    """`seats` are those of people. `elsewhere` are disputes of people who sit there no longer."""

    seats: tuple[SaidOfSeat, ...]
    elsewhere: tuple[Verdict, ...]

    @property
    def confirmed(self) -> int:
        return sum(one.counts for one in self.seats)

    @property
    def disputed(self) -> int:
        return sum(len(one.disputes) for one in self.seats) + len(self.elsewhere)

    def of(self, seat: Seat) -> SaidOfSeat:
        return next(one for one in self.seats if one.seat.pk == seat.pk)


def said_of(game: Game, *, links_count: bool) -> Said:
    """Asked of the seats and verdicts as fetched, so that a page that has them needs no further query."""
    words = sorted((word for word in game.verdicts.all() if word.closed_at is None), key=_order)
    open_disputes = [word for word in words if word.is_open_objection]
    seats = [seat for seat in game.seats.all() if not seat.is_bot]
    told = tuple(_of_seat(seat, game, words, open_disputes, links_count=links_count) for seat in seats)
    placed = {word.pk for one in told for word in one.disputes}
    return Said(told, tuple(word for word in open_disputes if word.pk not in placed))


def said_on_page(game: Game) -> Said:
    """Of a game fetched with its club's counting (`game_detail`)."""
    return said_of(game, links_count=links_count_in(game))


def links_count_in(game: Game) -> bool:
    """Whether the confirmations of people without an account count, of a game fetched with its club's counting."""
    chosen = getattr(game.club, "counting", None) if game.club else None
    return chosen is None or chosen.links_count


def is_said_by(word: Verdict, seat: Seat) -> bool:
    """Whether the person of the word is who sits in the seat now."""
    if word.player_id or seat.player_id:
        return word.player_id == seat.player_id
    return word.name == seat.name and word.index == seat.index


def _of_seat(
    seat: Seat, game: Game, words: Sequence[Verdict], disputes: Sequence[Verdict], *, links_count: bool
) -> SaidOfSeat:
    # The same content has the same people in the same places.
    confirmed = [
        word
        for word in words
        if word.kind == VerdictKind.CONFIRMED and word.content == game.content and word.index == seat.index
    ]
    counting = [word for word in confirmed if links_count or word.means not in BY_LINK]
    confirmation = next(reversed(counting or confirmed), None)
    return SaidOfSeat(
        seat=seat,
        confirmation=confirmation,
        counts=bool(counting),
        disputes=tuple(word for word in disputes if is_said_by(word, seat)),
    )


def _order(word: Verdict) -> tuple[object, int]:
    return word.given_at, word.pk
