"""A game's page: what its state means and what is missing until it counts, who has confirmed or disputed seat by seat,
and the code of the table for those who have not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caledonia_site.common.permissions import answers
from caledonia_site.common.pictures.qr import inline_qr_code
from games.players.models import User
from games.results.confirmation import ConfirmationStatus
from games.results.enums import ConfirmationRule, GameState
from games.results.models import Game, Seat, Verdict
from games.results.selectors.games import (
    current_version,
    fetch_claims,
    own_seat,
    readable_notes,
    reads_every_name,
)
from games.results.selectors.history import GameVerdicts, SeatVerdicts, links_count_in, verdicts_on_page
from games.results.services.proofs import device_in, table_token, token_for
from games.results.services.rights import has_account, holding
from games.results.services.status import confirmation_of
from games.results.services.verdicts import speaks_again
from games.results.web.access import find_game, held_seat, may_save_here
from games.results.web.proofs import device_of, may_correct_here, may_see_history_here
from games.results.web.score_table import score_table, sources_chart
from games.results.web.seats import (
    SeatColumn,
    circumstances_of,
    columns_of,
    options_of,
    seat_facts,
    set_up_of,
)
from games.results.web.sections import SectionedPage, sections_context
from games.results.web.share import sharing_of
from games.systems import label

# As long as people are likely to be at the table still, or on their way home.
EVENING = timedelta(hours=12)
TONES = {
    GameState.SUBMITTED: "info",
    GameState.CONFIRMED: "success",
    GameState.DISPUTED: "warning",
    GameState.VOID: "error",
}
OFFERED = [
    "games.correct_game",
    "games.judge_game",
    "games.see_objections",
    "games.see_personal_links",
    "games.show_table_code",
    "games.settle_game",
    "games.void_game",
]


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


@dataclass(frozen=True, slots=True)
class StateInWords:
    """`is_shared_only`: whatever is confirmed, the result can move nobody's rating."""

    label: str
    tone: str
    meaning: str
    is_shared_only: bool


def game_page(request: HttpRequest, public_id: str) -> HttpResponse:
    game = find_game(request, public_id)
    fetch_claims(game)
    own = own_seat(game, request.user)
    allowed = answers(request.user, OFFERED, game)
    held = held_seat(request, game)
    context = result_context(game, own=own or held)
    verdicts = verdicts_on_page(game)
    disputed = own_disputes(request, game)
    confirmations = confirmations_of(game, context["columns"], verdicts)
    # Also the visitor who entered the game in this browser may correct it.
    corrects = may_correct_here(request, game)
    sees_history = may_see_history_here(request, game)
    shows_code = (allowed["show_table_code"] or corrects or held is not None) and game.state != GameState.VOID
    if context["state"].is_shared_only and not shows_code:
        # Nothing waits for a confirmation; only a word that was said already is shown.
        confirmations = [
            confirmation for confirmation in confirmations if confirmation.confirmed or confirmation.disputes
        ]
    context |= {
        "may": allowed,
        "confirmations": confirmations,
        # What somebody wrote in a dispute is for those who have to do with it.
        "sees_objections": allowed["see_objections"] or corrects or held is not None,
        "links": [confirmation for confirmation in confirmations if not confirmation.by_account],
        "disputes_elsewhere": describe_disputes(game, verdicts.elsewhere),
        "open_disputes": verdicts.disputed,
        "own_verdict": verdicts.of(own).last if own else None,
        "withdraws": bool(disputed),
        "corrected_since": any(verdict.content != game.content for verdict in disputed),
        "code": table_code(request, game, verdicts) if shows_code else None,
        "held_seat": _held_address(game, held) if held else "",
        "was_corrected": game.version > 1,
        "sharing": sharing_of(request, game, sat_there=held is not None),
        "may_correct": corrects,
        "may_save": may_save_here(request, game),
        # Whoever may not read a name is not given it on a sheet either.
        "may_play_again": game.state != GameState.VOID and reads_every_name(game),
        "sees_history": sees_history,
        "photo": getattr(game, "photo", None) if sees_history else None,
        "sees_photo": reads_every_name(game),
        **sections_context(SectionedPage.GAME, request, game),
    }
    return render(request, "results/detail/page.html", context)


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


def confirmations_of(game: Game, columns: Sequence[SeatColumn], verdicts: GameVerdicts) -> list[Confirmation]:
    """One for each seat of a person."""
    by_index = {column.index: column for column in columns}
    return [
        _confirmation(game, by_index[seat_verdicts.seat.index], seat_verdicts)
        for seat_verdicts in verdicts.seats
    ]


def _confirmation(game: Game, column: SeatColumn, seat_verdicts: SeatVerdicts) -> Confirmation:
    return Confirmation(
        column=column,
        confirmed=seat_verdicts.confirmation is not None and not seat_verdicts.disputes,
        counts=seat_verdicts.counts,
        means=seat_verdicts.confirmation.get_means_display() if seat_verdicts.confirmation else "",
        disputes=describe_disputes(game, seat_verdicts.disputes),
        by_account=has_account(seat_verdicts.seat),
        is_held=holding(seat_verdicts.seat) is not None,
    )


def describe_disputes(game: Game, verdicts: Iterable[Verdict]) -> tuple[Dispute, ...]:
    return tuple(
        Dispute(
            name=verdict.name,
            version=verdict.version,
            is_of_now=verdict.content == game.content,
            given_at=verdict.given_at,
            objections=tuple(
                Objection(
                    str(label(game.system, f"line.{objection['line']}")) if objection["line"] else "",
                    objection["comment"],
                )
                for objection in verdict.objections
            ),
        )
        for verdict in verdicts
    )


def own_disputes(request: HttpRequest, game: Game) -> list[Verdict]:
    """What the reader can withdraw, whichever seat it was said for: by account, or on the phone that said it."""
    return [verdict for verdict in _own_verdicts(request, game) if verdict.is_open_objection]


def _own_verdicts(request: HttpRequest, game: Game) -> list[Verdict]:
    device = device_in(game, device_of(request))
    verdicts = game.verdicts.all()
    return [
        verdict for verdict in verdicts if speaks_again(actor=request.user, device=device, verdict=verdict)
    ]


def kept_as(request: HttpRequest, game: Game) -> str:
    """A name for what the reader is writing about the result: another one as soon as something of theirs arrived."""
    return f"{game.public_id}.{len(_own_verdicts(request, game))}"


def personal_link(request: HttpRequest, game: Game, seat: Seat) -> str:
    shown_by = request.user if isinstance(request.user, User) else None
    address = reverse("games:mine", args=[game.public_id, token_for(seat, game, shown_by=shown_by)])
    return request.build_absolute_uri(address)


def table_code(request: HttpRequest, game: Game, verdicts: GameVerdicts) -> TableCode:
    shown_by = request.user if isinstance(request.user, User) else None
    address = reverse("games:table", args=[game.public_id, table_token(game, shown_by=shown_by)])
    link = request.build_absolute_uri(address)
    still_open = sum(seat_verdicts.last is None for seat_verdicts in verdicts.seats)
    young = timezone.now() - game.submitted_at < EVENING
    return TableCode(link, inline_qr_code(link), on_top=young and bool(still_open), open_seats=still_open)


def tone_of(state: str) -> str:
    return TONES[GameState(state)]


def state_in_words(game: Game) -> StateInWords:
    state = GameState(game.state)
    shared_only = is_shared_only(game) and state in (GameState.SUBMITTED, GameState.CONFIRMED)
    if shared_only:
        meaning = _("This result is shared by its link. It does not count for ratings.")
    else:
        meaning = _meaning(game, state)
    return StateInWords(str(state.label), TONES[state], meaning, shared_only)


def _meaning(game: Game, state: GameState) -> str:
    if state == GameState.VOID:
        return _("This game was taken out. It counts nowhere, but nothing is lost: it can be restored.")
    if state == GameState.DISPUTED:
        if game.club_id:
            return _(
                "Someone at the table says that something is wrong. The game does not count until the dispute is "
                "withdrawn or an organiser settles it."
            )
        return _(
            "Someone at the table says that something is wrong. The game does not count until the dispute is withdrawn."
        )
    if state == GameState.CONFIRMED:
        if game.settled:
            return _("An organiser has settled this result. It counts for ratings, statistics and standings.")
        return _("This result counts for ratings, statistics and standings.")
    return _missing(game, confirmation_of(game, voided=False))


def _missing(game: Game, confirmation: ConfirmationStatus) -> str:
    if confirmation.rule == ConfirmationRule.SILENCE:
        day = timezone.localtime(confirmation.submitted_at + timedelta(days=confirmation.silence_days))
        return _("It counts from %(moment)s on unless somebody objects.") % {
            "moment": date_format(day, "SHORT_DATETIME_FORMAT")
        }
    needed = (
        confirmation.people if confirmation.rule == ConfirmationRule.ALL else confirmation.people // 2 + 1
    )
    still = max(needed - confirmation.confirmed, 0)
    by_seat = verdicts_on_page(game).seats
    unheard = (
        0
        if links_count_in(game)
        else sum(
            not seat_verdicts.counts and not has_account(seat_verdicts.seat) for seat_verdicts in by_seat
        )
    )
    if unheard > confirmation.people - needed:
        return _organiser_settles(
            sum(not seat_verdicts.counts and has_account(seat_verdicts.seat) for seat_verdicts in by_seat)
        )
    if unheard:
        return ngettext(
            "It counts when %(still)d more player with an account has confirmed it: %(confirmed)d of %(people)d so "
            "far.",
            "It counts when %(still)d more players with an account have confirmed it: %(confirmed)d of %(people)d so "
            "far.",
            still,
        ) % {"still": still, "confirmed": confirmation.confirmed, "people": confirmation.people}
    return ngettext(
        "It counts when %(still)d more player has confirmed it: %(confirmed)d of %(people)d so far.",
        "It counts when %(still)d more players have confirmed it: %(confirmed)d of %(people)d so far.",
        still,
    ) % {"still": still, "confirmed": confirmation.confirmed, "people": confirmation.people}


def _organiser_settles(missing: int) -> str:
    """Guests sit there whose confirmations the club does not count, so that the others alone are too few."""
    if not missing:
        return _(
            "In this club only confirmations by account count, and guests sit at this table. Every account has "
            "confirmed: an organiser has to settle the result."
        )
    return ngettext(
        "In this club only confirmations by account count, and guests sit at this table: an organiser has to settle "
        "the result. %(missing)d account has not confirmed yet.",
        "In this club only confirmations by account count, and guests sit at this table: an organiser has to settle "
        "the result. %(missing)d accounts have not confirmed yet.",
        missing,
    ) % {"missing": missing}


def is_shared_only(game: Game) -> bool:
    """Outside any club, with names alone at the table: there is nobody it could count for."""
    return game.club_id is None and not any(seat.player_id for seat in game.seats.all())
