"""What a game's state means, and what is missing until it counts."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.counting import Standing
from games.enums import CountingRule, GameState
from games.models import Game
from games.selectors.words import links_count_in, said_on_page
from games.services.announcing import standing_of
from games.services.voices import has_account

TONES = {
    GameState.SUBMITTED: "info",
    GameState.CONFIRMED: "success",
    GameState.DISPUTED: "warning",
    GameState.VOID: "error",
}


@dataclass(frozen=True, slots=True)
class StateInWords:
    """`is_shared_only`: whatever is confirmed, the result can move nobody's rating."""

    label: str
    tone: str
    meaning: str
    is_shared_only: bool


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


def is_shared_only(game: Game) -> bool:
    """Outside any club, with names alone at the table: there is nobody it could count for."""
    return game.club_id is None and not any(seat.player_id for seat in game.seats.all())


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
    return _missing(game, standing_of(game, voided=False))


def _missing(game: Game, standing: Standing) -> str:
    if standing.rule == CountingRule.SILENCE:
        day = timezone.localtime(standing.submitted_at + timedelta(days=standing.silence_days))
        return _("It counts from %(moment)s on unless somebody objects.") % {
            "moment": date_format(day, "SHORT_DATETIME_FORMAT")
        }
    needed = standing.people if standing.rule == CountingRule.ALL else standing.people // 2 + 1
    still = max(needed - standing.confirmed, 0)
    said = said_on_page(game).seats
    unheard = 0 if links_count_in(game) else sum(not one.counts and not has_account(one.seat) for one in said)
    if unheard > standing.people - needed:
        return _organiser_settles(sum(not one.counts and has_account(one.seat) for one in said))
    if unheard:
        return ngettext(
            "It counts when %(still)d more player with an account has confirmed it: %(confirmed)d of %(people)d so "
            "far.",
            "It counts when %(still)d more players with an account have confirmed it: %(confirmed)d of %(people)d so "
            "far.",
            still,
        ) % {"still": still, "confirmed": standing.confirmed, "people": standing.people}
    return ngettext(
        "It counts when %(still)d more player has confirmed it: %(confirmed)d of %(people)d so far.",
        "It counts when %(still)d more players have confirmed it: %(confirmed)d of %(people)d so far.",
        still,
    ) % {"still": still, "confirmed": standing.confirmed, "people": standing.people}


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
