"""When does a game count? One decision, the same for every page, job and test."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.results.enums import ConfirmationRule, GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmationStatus:
    """What is known of a game's confirmation.

    `people` are the seats a person sits in (bots never confirm). `settled_by_organiser` means that someone with
    the right to do so declared the result final.
    """

    rule: ConfirmationRule
    silence_days: int
    people: int
    confirmed: int
    disputed: int
    submitted_at: datetime
    settled_by_organiser: bool
    voided: bool


def state_of(confirmation: ConfirmationStatus, *, now: datetime) -> GameState:
    """The state that follows; a game counts exactly when it is confirmed.

    An objection stops every rule, also "at once": a result somebody at the table says is wrong must not move
    ratings until they withdraw that or an organiser settles it.
    """
    if confirmation.voided:
        return GameState.VOID
    if confirmation.settled_by_organiser:
        return GameState.CONFIRMED
    if confirmation.disputed:
        return GameState.DISPUTED
    return GameState.CONFIRMED if _is_enough(confirmation, now=now) else GameState.SUBMITTED


def _is_enough(confirmation: ConfirmationStatus, *, now: datetime) -> bool:
    if confirmation.confirmed >= confirmation.people:
        return True
    match confirmation.rule:
        case ConfirmationRule.AT_ONCE:
            return True
        case ConfirmationRule.MAJORITY:
            return 2 * confirmation.confirmed > confirmation.people
        case ConfirmationRule.SILENCE:
            return now >= confirmation.submitted_at + timedelta(days=confirmation.silence_days)
        case _:
            return False
