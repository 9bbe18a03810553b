"""When a game counts, as a table of cases."""

from datetime import UTC, datetime, timedelta

import pytest

from games.results.confirmation import ConfirmationStatus, state_of
from games.results.enums import ConfirmationRule, GameState

SUBMITTED_AT = datetime(2026, 5, 2, 20, 0, tzinfo=UTC)


def state(
    rule=ConfirmationRule.AT_ONCE, *, confirmed=0, disputed=0, days=0, settled=False, voided=False, people=4
):
    confirmation = ConfirmationStatus(
        rule=rule, silence_days=3, people=people, confirmed=confirmed, disputed=disputed,
        submitted_at=SUBMITTED_AT, settled_by_organiser=settled, voided=voided,
    )  # fmt: skip
    return state_of(confirmation, now=SUBMITTED_AT + timedelta(days=days))


@pytest.mark.parametrize(
    ("rule", "confirmed", "days", "expected"),
    [
        (ConfirmationRule.AT_ONCE, 0, 0, GameState.CONFIRMED),
        (ConfirmationRule.ALL, 3, 99, GameState.SUBMITTED),
        (ConfirmationRule.ALL, 4, 0, GameState.CONFIRMED),
        (ConfirmationRule.MAJORITY, 2, 99, GameState.SUBMITTED),
        (ConfirmationRule.MAJORITY, 3, 0, GameState.CONFIRMED),
        (ConfirmationRule.SILENCE, 1, 2.99, GameState.SUBMITTED),
        (ConfirmationRule.SILENCE, 0, 3, GameState.CONFIRMED),
        (ConfirmationRule.SILENCE, 4, 0, GameState.CONFIRMED),
    ],
)
def test_each_rule(rule, confirmed, days, expected):
    assert state(rule, confirmed=confirmed, days=days) == expected


def test_more_than_half_of_three_is_two():
    assert state(ConfirmationRule.MAJORITY, confirmed=1, people=3) == GameState.SUBMITTED
    assert state(ConfirmationRule.MAJORITY, confirmed=2, people=3) == GameState.CONFIRMED


@pytest.mark.parametrize("rule", ConfirmationRule)
def test_an_objection_stops_every_rule(rule):
    assert state(rule, confirmed=3, disputed=1, days=99) == GameState.DISPUTED


@pytest.mark.parametrize("rule", ConfirmationRule)
def test_an_organiser_has_the_last_word_but_a_void_game_stays_void(rule):
    assert state(rule, disputed=2, settled=True) == GameState.CONFIRMED
    assert state(rule, confirmed=4, settled=True, voided=True) == GameState.VOID
