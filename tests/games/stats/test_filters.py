from contextlib import suppress
from datetime import date

import numpy as np
import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from games.stats.filters.base import Filter
from games.stats.filters.fields import filter_fields
from games.stats.filters.filter_set import FilterError, FilterSet, filters_of
from games.stats.filters.games import ChosenClub, SeatCount
from games.stats.index.layout import layout_of
from games.stats.index.privacy import Privacy
from games.stats.presets import ALL, Preset, preset_for, presets_of
from tests.games.stats.helpers import SYSTEM, filter_set

ADDRESS = (
    "seats=3&edition=base&option.auction=yes&option.train=none&setup.scoring_tiles=meat&setup.scoring_tiles=workers"
    "&setup.map_a=side_1&faction=stewart&faction=campbell&since=2026-01-01&until=2026-06-30&rating_from=1400"
    "&rating_to=1500&seat.turn_order=1&sort=wins"
)


def test_the_address_says_it_all():
    filters = FilterSet.parse(SYSTEM, QueryDict(ADDRESS), club=ChosenClub(4))
    assert filters == filter_set(
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
    assert FilterSet.parse(SYSTEM, QueryDict(address)) == filter_set(system=SYSTEM)


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
        FilterSet.parse(SYSTEM, QueryDict(address))
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
            FilterSet.parse(SYSTEM, query)

    check()


@settings(max_examples=40, deadline=None)
@given(
    st.builds(
        filter_set,
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
def test_back_and_forth(filters):
    query = QueryDict(mutable=True)
    for name, values in filters.to_params().items():
        query.setlist(name, values)
    assert FilterSet.parse(SYSTEM, query) == filters


def test_a_system_without_factions_has_other_filters():
    fields = filter_fields("glen_more_2")
    assert fields.factions == ()
    assert fields.seats == (2, 3, 4)
    assert fields.editions == ("base", "chronicles")
    assert "haggis" in [option.key for option in fields.options]
    assert list(presets_of("glen_more_2")) == []


@pytest.mark.parametrize(
    ("filters", "preset", "exact"),
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
def test_the_closest_selection_with_a_fit(filters, preset, exact):
    assert preset_for(filter_set(system=SYSTEM, **filters)) == (preset, exact)


def all_filters():
    kinds = [Filter]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {kind.__name__: kind.privacy for kind in kinds if kind.__module__.startswith("games.stats.")}


def test_what_each_filter_does_to_private_games():
    """Whoever adds a filter writes here what it does to them; one that says nothing hides them."""
    assert all_filters() == {
        "Filter": Privacy.CUTS,
        "SeatCount": Privacy.WHOLE,
        "Edition": Privacy.WHOLE,
        "ClubFilter": Privacy.VISIBLE,
        "DateRange": Privacy.QUARTERS,
        "Since": Privacy.QUARTERS,
        "Until": Privacy.QUARTERS,
        "TableRating": Privacy.CUTS,
        "RatingFrom": Privacy.CUTS,
        "RatingTo": Privacy.CUTS,
        "FieldChoices": Privacy.CUTS,
        "Option": Privacy.CUTS,
        "Setup": Privacy.CUTS,
        "SeatFacet": Privacy.CUTS,
        "Factions": Privacy.CUTS,
    }


def test_every_filter_has_a_place_in_the_address():
    known = [chosen for system in (SYSTEM, "glen_more_2") for chosen in filters_of(system).values()]
    bases = {"Filter", "DateRange", "TableRating", "FieldChoices"}
    assert {type(chosen).__name__ for chosen in known} == all_filters().keys() - bases


def test_a_range_that_says_nothing_about_quarters_takes_none():
    class Weekend(SeatCount):
        privacy = Privacy.QUARTERS

    assert not Weekend(layout_of(SYSTEM)).whole_quarters(3, np.arange(8)).any()
