"""What holds for every sheet."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from typing import Any

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.glen_more_2.constants import ROUNDS
from scoring.glen_more_2.lines import lead_vp
from scoring.schema import schema_of
from scoring.types import Breakdown, Param, SeatScore
from tests.scoring.glen_more_2.sheets import SYSTEM, Raw, breakdown, evaluate, row
from tests.scoring.glen_more_2.strategies import good_sheets, json_values, spoiled_sheets

# Nothing here depends on how fast the machine is.
steady = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

SCHEMA = jsonschema.Draft202012Validator(schema_of(SYSTEM.description))
CODES = {code.key: (code.kind, set(code.params)) for code in SYSTEM.vocabulary.codes}
LINES = {line.key: line for line in SYSTEM.description.lines}


@steady
@given(good_sheets())
def test_totals_are_the_sum_of_their_lines(raw: Raw) -> None:
    scored = breakdown(raw)
    for seat in scored.seats:
        assert seat.total == sum(line.vp for line in seat.lines)
    best, second = sorted((seat.total for seat in scored.seats), reverse=True)[:2]
    assert scored.margin == best - second


@steady
@given(good_sheets())
def test_places_follow_totals_and_then_resources(raw: Raw) -> None:
    seats = breakdown(raw).seats
    order = [(-seat.total, own["resources"]) for seat, own in zip(seats, raw["seats"], strict=True)]
    assert [seat.place for seat in seats] == [1 + sorted(order).index(own) for own in order]


@steady
@given(good_sheets())
def test_quantity_times_unit_is_the_vp(raw: Raw) -> None:
    for seat in breakdown(raw).seats:
        for line in seat.lines:
            if line.quantity is not None and line.unit is not None:
                assert line.vp == line.quantity * line.unit


@steady
@given(good_sheets(), st.data())
def test_the_order_of_seats_changes_only_the_order(raw: Raw, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(raw["seats"]))))
    moved = {**raw, "seats": [raw["seats"][index] for index in order]}
    before, after = breakdown(raw), breakdown(moved)
    assert [_named(before.seats[index], order) for index in order] == [
        _named(seat, range(len(order))) for seat in after.seats
    ]
    assert before.margin == after.margin
    assert before.notes == after.notes


def _named(seat: SeatScore, order: Any) -> dict[str, object]:
    """A seat's score with the seats it names by their new index."""
    lines = []
    for line in seat.lines:
        params: dict[str, Param] = dict(line.explanation.params)
        if "to" in params:
            params["to"] = list(order).index(params["to"])
        lines.append((*line[:5], line.explanation.code, params))
    return {**seat._asdict(), "lines": lines}


@steady
@given(good_sheets())
def test_scoring_is_pure(raw: Raw) -> None:
    kept = deepcopy(raw)
    first = evaluate(raw)
    assert raw == kept
    assert evaluate(kept) == first


@steady
@given(good_sheets(), st.sampled_from(ROUNDS))
def test_standings_need_only_the_rounds_played(raw: Raw, through: str) -> None:
    """The score through round B of a full sheet is that of a sheet on which only A and B were entered."""
    played = ROUNDS[: ROUNDS.index(through) + 1]
    entered = deepcopy(raw)
    if through != ROUNDS[-1]:
        entered.pop("game", None)
        entered["seats"] = [
            {"rounds": {name: seat["rounds"][name] for name in played}} for seat in entered["seats"]
        ]
    assert breakdown(entered, through) == breakdown(raw, through)


@steady
@given(good_sheets())
def test_later_rounds_only_add_lines(raw: Raw) -> None:
    for before, after in pairwise(breakdown(raw, through) for through in ROUNDS):
        for earlier, later in zip(before.seats, after.seats, strict=True):
            assert later.lines[: len(earlier.lines)] == earlier.lines
            assert {line.round for line in later.lines[len(earlier.lines) :]} == {after.through}


@steady
@given(good_sheets() | spoiled_sheets())
def test_a_sheet_turns_into_raw_and_back(raw: Raw) -> None:
    sheet = SYSTEM.check(raw).sheet
    if sheet is not None:
        again = SYSTEM.check(SYSTEM.to_raw(sheet))
        assert again.sheet is not None
        assert SYSTEM.score(again.sheet) == SYSTEM.score(sheet)
        assert SYSTEM.to_raw(again.sheet) == SYSTEM.to_raw(sheet)


@steady
@given(json_values | st.fixed_dictionaries({"seats": st.lists(json_values, min_size=2, max_size=4)}))
def test_any_json_is_refused_or_scored(raw: object) -> None:
    for through in (None, "a", "nonsense"):
        outcome = SYSTEM.evaluate(raw, through=through)
        assert (outcome.breakdown is None) == bool(outcome.violations)
        SYSTEM.evaluate(raw, through=through, partial=True)


@steady
@given(spoiled_sheets(), st.sampled_from((None, *ROUNDS)))
def test_a_spoiled_sheet_is_refused_or_scored(raw: Raw, through: str | None) -> None:
    outcome = evaluate(raw, through)
    assert (outcome.breakdown is None) == bool(outcome.violations)
    preview = evaluate(raw, through, partial=True)
    _check_codes(outcome.breakdown)
    _check_codes(preview.breakdown)
    for one in (*outcome.violations, *preview.violations):
        assert CODES[one.code] == ("violation", set(one.params))
    for one in (*outcome.warnings, *preview.warnings):
        assert CODES[one.code] == ("warning", set(one.params))


def _check_codes(scored: Breakdown | None) -> None:
    """Everything said has a code that is declared with just these parameters, on a line that is described."""
    if scored is None:
        return
    for note in scored.notes:
        assert CODES[note.code] == ("note", set(note.params))
    for seat in scored.seats:
        if seat.tie_break:
            assert CODES[seat.tie_break.code] == ("tie_break", set(seat.tie_break.params))
        for line in seat.lines:
            assert CODES[line.explanation.code] == ("explanation", set(line.explanation.params))
            assert line.round in (LINES[line.key].rounds or ROUNDS[-1:])
        keys = [(line.round, line.key) for line in seat.lines]
        assert len(set(keys)) == len(keys)


@steady
@given(good_sheets())
def test_good_sheets_fit_the_schema(raw: Raw) -> None:
    SCHEMA.validate(raw)


# The rules themselves


@steady
@given(st.integers(0, 60))
def test_a_longer_lead_never_scores_less(lead: int) -> None:
    assert lead_vp(lead) <= lead_vp(lead + 1)
    assert lead_vp(lead + 1) - lead_vp(lead) <= 3


@steady
@given(
    good_sheets(), st.sampled_from(("castle_scots", "barrels", "persons")), st.sampled_from(ROUNDS), st.data()
)
def test_one_more_never_scores_less(raw: Raw, key: str, played: str, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, len(raw["seats"]) - 1))
    more = deepcopy(raw)
    more["seats"][seat]["rounds"][played][key] += 1
    before = [line.vp for line in row(breakdown(raw, played), key, played)]
    after = [line.vp for line in row(breakdown(more, played), key, played)]
    assert after[seat] >= before[seat]
    others = [index for index in range(len(before)) if index != seat]
    assert all(after[index] <= before[index] for index in others)


@steady
@given(good_sheets())
def test_somebody_scores_nothing_in_every_category(raw: Raw) -> None:
    scored = breakdown(raw)
    for played in ROUNDS:
        for key in ("castle_scots", "landmarks", "barrels", "persons"):
            lines = row(scored, key, played)
            assert 0 in [line.explanation.params["lead"] for line in lines]


@steady
@given(good_sheets())
def test_sibyl_macsponge_makes_no_vp(raw: Raw) -> None:
    scored = breakdown(raw)
    for played in ROUNDS:
        assert sum(line.vp for line in row(scored, "sibyl_macsponge", played)) == 0


@steady
@given(good_sheets())
def test_a_council_card_pays_ten_and_a_little_for_rounding(raw: Raw) -> None:
    scored = breakdown(raw)
    for card in raw.get("game", {}).get("council_cards", ()):
        points = [line.vp for line in row(scored, f"council_{card}")]
        winners = [vp for vp in points if vp]
        assert sum(points) == 0 or 10 <= sum(points) < 10 + len(winners)
        assert len(set(winners)) <= 1
