"""What a format writes it reads again, as far as it can carry it."""

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.exchange.formats import bgstats, jsonl, spreadsheet
from games.exchange.formats.records import GameRecord, Skipped, Unreadable, UnreadableFileError
from scoring import registry
from tests.games.exchange.formats.conftest import SYSTEM


def written(form, games):
    match form:
        case "jsonl":
            return "".join(jsonl.write(games)).encode()
        case "csv":
            return spreadsheet.write_csv(games, [SYSTEM])
        case "xlsx":
            return spreadsheet.write_xlsx(games, [SYSTEM])
        case "bgstats":
            return bgstats.write(games)


READERS = {
    "jsonl": jsonl.read,
    "csv": spreadsheet.read_csv,
    "xlsx": spreadsheet.read_xlsx,
    "bgstats": bgstats.read,
}


@pytest.mark.parametrize("form", ["jsonl", "csv", "xlsx"])
def test_our_own_formats_lose_nothing(form, record):
    (read,) = READERS[form](written(form, [record]))
    ruleset = registry.get(SYSTEM)
    assert ruleset.to_raw(ruleset.check(read.sheet).sheet) == record.sheet
    assert replace(read, sheet=record.sheet, source=record.source, where="1") == record


def test_bg_stats_carries_results_and_vp_by_line(record):
    (read,) = bgstats.read(bgstats.write([record]))
    assert (read.played_on, read.finished_at, read.duration_minutes) == (
        record.played_on,
        record.finished_at,
        90,
    )
    assert (read.place, read.notes, read.findings) == (record.place, record.notes, ())
    read_seats = [
        (seat.name, seat.dimension, seat.position, seat.total, seat.place, seat.lines) for seat in read.seats
    ]
    kept = [
        (seat.name, seat.dimension, seat.position, seat.total, seat.place, seat.lines)
        for seat in record.seats
    ]
    assert read_seats == kept


@pytest.mark.parametrize("form", list(READERS))
def test_the_same_game_has_the_same_source_each_time(form, record):
    (first,) = READERS[form](written(form, [record]))
    (again,) = READERS[form](written(form, [record]))
    assert first.source
    assert first.source == again.source


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_no_cell_is_a_formula(form, record):
    content = written(form, [record])
    if form == "csv":
        assert b"'=1+1" in content
    (read,) = READERS[form](content)
    assert read.notes == record.notes


@pytest.mark.parametrize("form", list(READERS))
@settings(max_examples=40, deadline=None)
@given(content=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_bytes_at_all_are_records_or_a_clear_refusal(form, content):
    with contextlib.suppress(UnreadableFileError):
        assert all(isinstance(record, GameRecord | Unreadable | Skipped) for record in READERS[form](content))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(
    play=st.fixed_dictionaries(
        {"gameRefId": st.just(1)},
        optional={
            "playDate": json_values | st.just("2026-05-02 19:00:00"),
            "playerScores": json_values | st.lists(st.dictionaries(st.sampled_from(
                ["score", "rank", "winner", "seatOrder", "playerRefId", "role"]), json_values), max_size=4),
            "durationMin": json_values,
            "scoreSheet": json_values | st.just('{"groups": [{"rows": [{"id": "glory", "scores": {"u": "4"}}]}]}'),
            "uuid": json_values,
            "comments": json_values,
        },
    )
)  # fmt: skip
def test_whatever_a_play_holds_is_read_or_refused(play):
    export = {"games": [{"id": 1, "bggId": 216132}], "plays": [play]}
    assert len(list(bgstats.read(json.dumps(export).encode()))) == 1
