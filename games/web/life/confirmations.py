"""Who has confirmed or disputed, seat by seat, and the code of the table for those who have not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from caledonia_site.common.qr_codes import inline_qr_code
from games.models import Game, Seat, Verdict
from games.players.models import User
from games.selectors.words import Said, SaidOfSeat
from games.services.devices import device_in
from games.services.judge_result import speaks_again
from games.services.personal_links import token_for
from games.services.table_codes import table_token
from games.services.voices import has_account, holding
from games.web.devices import device_of
from games.web.life.columns import SeatColumn
from games.wording import label

# As long as people are likely to be at the table still, or on their way home.
EVENING = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Objection:
    """`line` is empty for the result as a whole."""

    line: str
    comment: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """`name` is told where it is not said by the seat; `version` where it was about an earlier one."""

    name: str
    version: int
    is_of_now: bool
    given_at: datetime
    objections: tuple[Objection, ...]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """`by_account`: only the player's account can answer. `is_held`: a phone answers for the seat."""

    column: SeatColumn
    confirmed: bool
    counts: bool
    means: str
    disputes: tuple[Dispute, ...]
    by_account: bool
    is_held: bool


@dataclass(frozen=True, slots=True)
class TableCode:
    """`on_top`: the evening is young and somebody has not answered."""

    link: str
    qr_code: SafeString
    on_top: bool
    open_seats: int


def confirmations_of(game: Game, columns: Sequence[SeatColumn], said: Said) -> list[Confirmation]:
    """One for each seat of a person."""
    by_index = {column.index: column for column in columns}
    return [_confirmation(game, by_index[one.seat.index], one) for one in said.seats]


def _confirmation(game: Game, column: SeatColumn, one: SaidOfSeat) -> Confirmation:
    return Confirmation(
        column=column,
        confirmed=one.confirmation is not None and not one.disputes,
        counts=one.counts,
        means=one.confirmation.get_means_display() if one.confirmation else "",
        disputes=told_disputes(game, one.disputes),
        by_account=has_account(one.seat),
        is_held=holding(one.seat) is not None,
    )


def told_disputes(game: Game, words: Iterable[Verdict]) -> tuple[Dispute, ...]:
    return tuple(
        Dispute(
            name=word.name,
            version=word.version,
            is_of_now=word.content == game.content,
            given_at=word.given_at,
            objections=tuple(
                Objection(
                    str(label(game.system, f"line.{objection['line']}")) if objection["line"] else "",
                    objection["comment"],
                )
                for objection in word.objections
            ),
        )
        for word in words
    )


def own_disputes(request: HttpRequest, game: Game) -> list[Verdict]:
    """What the reader can withdraw, whichever seat it was said for: by account, or on the phone that said it."""
    return [word for word in _own_words(request, game) if word.is_open_objection]


def kept_as(request: HttpRequest, game: Game) -> str:
    """A name for what the reader is writing about the result: another one as soon as something of theirs arrived."""
    return f"{game.public_id}.{len(_own_words(request, game))}"


def _own_words(request: HttpRequest, game: Game) -> list[Verdict]:
    device = device_in(game, device_of(request))
    words = game.verdicts.all()
    return [word for word in words if speaks_again(actor=request.user, device=device, word=word)]


def personal_link(request: HttpRequest, game: Game, seat: Seat) -> str:
    shown_by = request.user if isinstance(request.user, User) else None
    address = reverse("games:mine", args=[game.public_id, token_for(seat, game, shown_by=shown_by)])
    return request.build_absolute_uri(address)


def table_code(request: HttpRequest, game: Game, said: Said) -> TableCode:
    shown_by = request.user if isinstance(request.user, User) else None
    address = reverse("games:table", args=[game.public_id, table_token(game, shown_by=shown_by)])
    link = request.build_absolute_uri(address)
    still_open = sum(one.last is None for one in said.seats)
    young = timezone.now() - game.submitted_at < EVENING
    return TableCode(link, inline_qr_code(link), on_top=young and bool(still_open), open_seats=still_open)
