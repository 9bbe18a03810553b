from contextlib import suppress
from datetime import date

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from games.stats.filters.base import FilterError, StatsFilter, filter_fields
from games.stats.presets import ALL, Preset, preset_for, presets_of
from tests.games.stats.helpers import SYSTEM

ADDRESS = (
    "seats=3&edition=base&option.auction=yes&option.train=none&setup.scoring_tiles=meat&setup.scoring_tiles=workers"
    "&setup.map_a=side_1&faction=stewart&faction=campbell&since=2026-01-01&until=2026-06-30&rating_from=1400"
    "&rating_to=1500&seat.turn_order=1&sort=wins"
)


def test_the_address_says_it_all():
    wanted = StatsFilter.from_query(SYSTEM, QueryDict(ADDRESS), club=4)
    assert wanted == StatsFilter(
        system=SYSTEM,
        seats=3,
        edition="base",
        options=(("auction", "yes"), ("train", "none")),
        setup=(("map_a", "side_1"), ("scoring_tiles", "meat"), ("scoring_tiles", "workers")),
        factions=("campbell", "stewart"),
        since=date(2026, 1, 1),
        until=date(2026, 6, 30),
        club=4,
        rating_from=1400,
        rating_to=1500,
        seat=(("turn_order", "1"),),
    )


def test_an_empty_form_filters_nothing():
    address = (
        "seats=&edition=&option.train=&setup.map_a=&faction=&since=&until=&rating_from=&seat.turn_order="
    )
    assert StatsFilter.from_query(SYSTEM, QueryDict(address)) == StatsFilter(system=SYSTEM)


@pytest.mark.parametrize(
    ("address", "bad"),
    [
        ("seats=1", "seats"),
        ("seats=9", "seats"),
        ("seats=²", "seats"),
        ("edition=europa", "edition"),
        ("option.train=fast", "option.train"),
        ("option.nothing=yes", "option.nothing"),
        ("setup.map_a=side_9", "setup.map_a"),
        ("faction=macbeth", "faction"),
        ("since=yesterday", "since"),
        ("until=2026-13-01", "until"),
        ("rating_to=-4", "rating_to"),
        ("seat.turn_order=5", "seat.turn_order"),
        ("seat.glory=5", "seat.glory"),
    ],
)
def test_what_makes_no_sense_is_named(address, bad):
    with pytest.raises(FilterError) as error:
        StatsFilter.from_query(SYSTEM, QueryDict(address))
    assert error.value.keys == (bad,)
    assert bad in str(error.value)


def test_an_address_of_any_text_never_breaks():
    @settings(max_examples=60, deadline=None)
    @given(
        st.dictionaries(
            st.sampled_from(["seats", "since", "faction", "option.train", "rating_from"]), st.text()
        )
    )
    def check(values):
        query = QueryDict(mutable=True)
        query.update(values)
        with suppress(FilterError):
            StatsFilter.from_query(SYSTEM, query)

    check()


@settings(max_examples=40, deadline=None)
@given(
    st.builds(
        StatsFilter,
        system=st.just(SYSTEM),
        seats=st.none() | st.sampled_from(filter_fields(SYSTEM).seats),
        edition=st.sampled_from(["", "base", "industria"]),
        factions=st.sets(st.sampled_from(filter_fields(SYSTEM).factions)).map(
            lambda keys: tuple(sorted(keys))
        ),
        since=st.none() | st.dates(),
        options=st.sampled_from([(), (("auction", "any"), ("reward", "glory"))]),
        seat=st.sampled_from([(), (("starting_tile", "7"), ("turn_order", "2"))]),
    )
)
def test_back_and_forth(wanted):
    query = QueryDict(mutable=True)
    for name, values in wanted.query().items():
        query.setlist(name, values)
    assert StatsFilter.from_query(SYSTEM, query) == wanted


def test_a_system_without_factions_has_other_filters():
    fields = filter_fields("glen_more_2")
    assert fields.factions == ()
    assert fields.seats == (2, 3, 4)
    assert fields.editions == ("base", "chronicles")
    assert "haggis" in [option.key for option in fields.options]
    assert list(presets_of("glen_more_2")) == []


@pytest.mark.parametrize(
    ("wanted", "preset", "exact"),
    [
        ({}, ALL, True),
        ({"seats": 3}, Preset("seats:3"), True),
        ({"edition": "industria"}, Preset("edition:industria"), True),
        ({"rating_from": 1400, "rating_to": 1500}, Preset("band:1"), True),
        ({"seats": 3, "edition": "base"}, Preset("seats:3"), False),
        ({"edition": "base", "since": date(2026, 1, 1)}, Preset("edition:base"), False),
        ({"factions": ("campbell",)}, ALL, False),
    ],
)
def test_the_closest_selection_with_a_fit(wanted, preset, exact):
    assert preset_for(StatsFilter(system=SYSTEM, **wanted)) == (preset, exact)
