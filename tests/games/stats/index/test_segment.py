"""Segments that were put together answer like one segment of all their games."""

from datetime import date, timedelta

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from games.stats.index.bit_sliced import concatenate_slices, slice_bits
from games.stats.index.layout import layout_of
from games.stats.index.segment import from_buffer, merge_segments, to_bytes
from games.stats.index.snapshot import Snapshot
from games.stats.selectors.faction import _profile
from games.stats.selectors.factions import _all_pairs
from games.stats.selectors.system import _facts
from tests.games.stats.frames import RawGame, RawSeat, encode
from tests.games.stats.helpers import filter_set

SYSTEM = "clans_of_caledonia"
LAYOUT = layout_of(SYSTEM)
CLANS = ["campbell", "stewart", "fraser", "gordon", ""]
PRIVATE = frozenset({7})

SEATS = st.builds(
    RawSeat,
    is_bot=st.sampled_from([False, False, False, True]),
    player=st.none() | st.integers(1, 5),
    faction=st.sampled_from(CLANS),
    total=st.integers(-20, 200) | st.just(70_000),
    rank=st.integers(1, 4),
    lines=st.fixed_dictionaries(
        {"glory": st.tuples(st.integers(0, 90), st.integers(-3, 90))},
        optional={"money": st.tuples(st.integers(0, 40), st.integers(0, 4))},
    ),
    entered=st.fixed_dictionaries(
        {},
        optional={
            "turn_order": st.integers(1, 4),
            "starting_tile": st.integers(1, 12),
            "contract_tiles": st.lists(st.integers(1, 5), unique=True),
        },
    ),
)
GAMES = st.builds(
    RawGame,
    key=st.integers(1, 10_000),
    played_on=st.integers(0, 400).map(lambda number: date(2025, 5, 1) + timedelta(days=number)),
    club=st.none() | st.sampled_from([6, 7]),
    totals_only=st.sampled_from([False, False, True]),
    options=st.sampled_from([{}, {"auction": "yes"}, {"train": "full"}]),
    setup=st.sampled_from([{}, {"scoring_tiles": ["meat", "workers"], "map_a": "side_1"}]),
    seats=st.lists(SEATS, min_size=1, max_size=4),
)
FILTERS = st.builds(
    filter_set,
    system=st.just(SYSTEM),
    seats=st.none() | st.integers(2, 4),
    edition=st.sampled_from(["", "base", "industria"]),
    options=st.sampled_from([(), (("auction", "none"),)]),
    factions=st.sampled_from([(), ("campbell",)]),
    since=st.none() | st.just(date(2025, 7, 1)),
    seat=st.sampled_from([(), (("turn_order", "1"),)]),
)


def answers(segment, filters):
    selection = Snapshot(SYSTEM, (), (), (segment,)).select(filters, private_clubs=PRIVATE)
    return (
        _profile(selection, "campbell"),
        _all_pairs(selection),
        _facts(selection),
        selection.left_out,
    )


@given(st.lists(st.lists(GAMES, max_size=4), min_size=2, max_size=4), FILTERS)
@settings(max_examples=60, deadline=None)
def test_joined_segments_answer_like_one(groups, filters):
    together = merge_segments([from_buffer(to_bytes(encode(LAYOUT, group))) for group in groups])
    alone = encode(LAYOUT, [game for group in groups for game in group])
    assert together.games == alone.games
    assert answers(from_buffer(to_bytes(together)), filters) == answers(alone, filters)


def test_many_games_across_words():
    """More than fit a word of 64, and a segment without any game between the others."""
    rng = np.random.default_rng(1886)
    games = [
        RawGame(
            key, date(2026, 1, 1), None, False, {}, {},
            [
                RawSeat(False, 1, clan, int(rng.integers(50, 150)), rank, {"glory": (int(rng.integers(9)), 4)}, {})
                for rank, clan in enumerate(rng.permutation(CLANS[:4])[: rng.integers(2, 5)].tolist(), start=1)
            ],
        )
        for key in range(300)
    ]  # fmt: skip
    parts = [encode(LAYOUT, part) for part in (games[:70], [], games[70:200], games[200:])]
    for filters in (filter_set(system=SYSTEM), filter_set(system=SYSTEM, seats=3)):
        assert answers(merge_segments(parts), filters) == answers(encode(LAYOUT, games), filters)


def test_a_system_without_factions_and_facets():
    layout = layout_of("glen_more_2")
    games = [
        RawGame(
            key,
            date(2026, 1, 1),
            None,
            False,
            {},
            {},
            [RawSeat(False, 1, "", 60 + rank, rank, {"territory": (2, -rank)}, {}) for rank in (1, 2)],
        )
        for key in range(100)
    ]
    parts = merge_segments([encode(layout, games[:40]), encode(layout, games[40:])])
    filters = filter_set(system="glen_more_2")
    facts, expected = (
        _facts(Snapshot("glen_more_2", (), (), (segment,)).select(filters))
        for segment in (from_buffer(to_bytes(parts)), encode(layout, games))
    )
    assert facts == expected
    assert facts.games == 100


@given(
    st.lists(
        st.tuples(st.lists(st.integers(-300, 300), min_size=3, max_size=3), st.booleans()),
        min_size=1,
        max_size=6,
    )
)
@settings(max_examples=60, deadline=None)
def test_digits_sum_to_the_numbers(columns):
    """Each column becomes a part of its own, so that parts differ in digits and signs."""
    parts = [slice_bits(np.array([values]).T, np.array([0]), 64) for values, _ in columns]
    chosen = np.array([int(is_chosen) for _, is_chosen in columns], dtype="<u8")
    sums = concatenate_slices(parts).sum_stretches(chosen, np.array([0]))[:, 0].tolist()
    assert sums == [sum(values[row] for values, is_chosen in columns if is_chosen) for row in range(3)]
