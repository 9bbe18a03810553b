"""The colours of the design can be read by everyone, in both themes."""

from itertools import combinations

import pytest

from tests.caledonia_site.common.colours import (
    COLOUR_BLINDNESS,
    contrast,
    difference,
    linear,
    seen_with,
    theme_colours,
)

THEMES = theme_colours()
GROUNDS = ("paper", "surface", "sunken")
TONES = ("loch", "heather", "moss", "amber", "madder")
TEXT = [
    *((ink, ground) for ink in ("ink", "ink-soft", *TONES) for ground in GROUNDS),
    *(("ink", f"{tone}-soft") for tone in TONES),
    *((tone, f"{tone}-soft") for tone in TONES),
    # Links and secondary text inside an alert.
    *((ink, f"{tone}-soft") for tone in TONES for ink in ("loch", "ink-soft")),
    *(("ink", f"heat-{step}") for step in range(1, 8)),
    ("on-loch", "loch"),
    ("on-loch", "loch-strong"),
    ("on-madder", "madder"),
    ("on-madder", "madder-strong"),
    ("loch-strong", "paper"),
    ("loch-strong", "surface"),
]
SHAPES = [
    *((shape, ground) for shape in ("border", "focus") for ground in GROUNDS),
    *((f"series-{number}", ground) for number in range(1, 11) for ground in ("paper", "surface")),
]
# About three times what can just be told apart side by side.
TOLD_APART = 0.07


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_has_contrast_aa(theme, ink, ground):
    assert contrast(THEMES[theme][ink], THEMES[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_controls_and_charts_have_contrast_aa(theme, shape, ground):
    assert contrast(THEMES[theme][shape], THEMES[theme][ground]) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("blindness", [None, *COLOUR_BLINDNESS])
def test_the_series_of_a_chart_can_be_told_apart(theme, blindness):
    series = {number: THEMES[theme][f"series-{number}"] for number in range(1, 11)}
    seen = {
        number: seen_with(blindness, colour) if blindness else colour for number, colour in series.items()
    }
    too_close = [
        pair for pair in combinations(seen, 2) if difference(seen[pair[0]], seen[pair[1]]) < TOLD_APART
    ]
    assert too_close == []


def test_the_arithmetic_agrees_with_known_values():
    black, white, grey = linear("#000000"), linear("#ffffff"), linear("#767676")
    assert contrast(black, white) == pytest.approx(21)
    assert contrast(grey, white) == pytest.approx(4.54, abs=0.005)
    assert difference(black, white) == pytest.approx(1, abs=0.001)
    # Red and green of equal weight, as a deuteranope sees them, come close together.
    red, green = linear("#b35000"), linear("#6b7a00")
    assert (
        difference(seen_with("deuteranopia", red), seen_with("deuteranopia", green))
        < difference(red, green) / 2
    )
