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
from games.services.announcing import standing_of

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
        return _(
            "Somebody at the table says that something is wrong. The game does not count until it is corrected, the "
            "objection is taken back, or an organiser settles it."
        )
    if state == GameState.CONFIRMED:
        if game.settled:
            return _("An organiser has settled this result. It counts for ratings, statistics and standings.")
        return _("This result counts for ratings, statistics and standings.")
    return _missing(standing_of(game, voided=False))


def _missing(standing: Standing) -> str:
    if standing.rule == CountingRule.SILENCE:
        day = timezone.localtime(standing.submitted_at + timedelta(days=standing.silence_days))
        return _("It counts from %(moment)s on unless somebody objects.") % {
            "moment": date_format(day, "SHORT_DATETIME_FORMAT")
        }
    needed = standing.people if standing.rule == CountingRule.ALL else standing.people // 2 + 1
    still = max(needed - standing.confirmed, 0)
    return ngettext(
        "It counts when %(still)d more player has confirmed it: %(confirmed)d of %(people)d so far.",
        "It counts when %(still)d more players have confirmed it: %(confirmed)d of %(people)d so far.",
        still,
    ) % {"still": still, "confirmed": standing.confirmed, "people": standing.people}
