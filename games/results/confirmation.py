"""When does a game count? One decision, the same for every page, job and test."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.results.enums import CountingRule, GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is known of a game's confirmation.

    `people` are the seats a person sits in (bots never confirm). `settled_by_organiser` means that someone with
    the right to do so declared the result final.
    """

    rule: CountingRule
    silence_days: int
    people: int
    confirmed: int
    disputed: int
    submitted_at: datetime
    settled_by_organiser: bool
    voided: bool


def state_of(standing: Standing, *, now: datetime) -> GameState:
    """The state that follows; a game counts exactly when it is confirmed.

    An objection stops every rule, also "at once": a result somebody at the table says is wrong must not move
    ratings until they withdraw that or an organiser settles it.
    """
    if standing.voided:
        return GameState.VOID
    if standing.settled_by_organiser:
        return GameState.CONFIRMED
    if standing.disputed:
        return GameState.DISPUTED
    return GameState.CONFIRMED if _is_enough(standing, now=now) else GameState.SUBMITTED


def _is_enough(standing: Standing, *, now: datetime) -> bool:
    if standing.confirmed >= standing.people:
        return True
    match standing.rule:
        case CountingRule.AT_ONCE:
            return True
        case CountingRule.MAJORITY:
            return 2 * standing.confirmed > standing.people
        case CountingRule.SILENCE:
            return now >= standing.submitted_at + timedelta(days=standing.silence_days)
        case _:
            return False
