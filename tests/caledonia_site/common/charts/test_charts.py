"""Charts: well-formed, escaped, and drawn where the numbers say."""

from xml.etree import ElementTree

import pytest
from django.utils import translation

from caledonia_site.common.charts import (
    Bin,
    IntervalBar,
    Line,
    LinePoint,
    StackedBar,
    heat_table,
    histogram,
    interval_bars,
    line_chart,
    sparkline,
    stacked_bars,
)
from caledonia_site.common.charts.tables import step_of

EVIL = "<script>alert('MacBad & \"Co\"')</script>"


def parsed(html):
    return ElementTree.fromstring(html)


def of_class(root, name):
    return [element for element in root.iter() if name in element.get("class", "").split()]


def all_text(root):
    return "".join(root.itertext())


ALL_CHARTS = {
    "intervals": lambda text: interval_bars([IntervalBar(text, 1, 0, 2, text)], title=text, about=text),
    "stacked": lambda text: stacked_bars(
        [StackedBar(text, [1, 2])], name="x", series=[text, text], title=text, about=text
    ),
    "heat": lambda text: heat_table([[1.0, None]], rows=[text], columns=[text, text], title=text),
    "histogram": lambda text: histogram([Bin(text, 3)], title=text, about=text, counted=text),
    "lines": lambda text: line_chart(
        [Line(text, [LinePoint(0, 1, text, text, 0, 2, "/there/")])], title=text, about=text
    ),
    "sparkline": lambda text: sparkline([1, 2], label=text),
}


@pytest.mark.parametrize("draw", ALL_CHARTS.values(), ids=ALL_CHARTS)
def test_a_chart_is_well_formed_and_escapes_its_texts(draw):
    root = parsed(draw(EVIL))
    assert EVIL in all_text(root)
    assert root.find(".//script") is None


@pytest.mark.parametrize("draw", ALL_CHARTS.values(), ids=ALL_CHARTS)
def test_a_chart_needs_no_style_attributes(draw):
    assert all("style" not in element.attrib for element in parsed(draw("x")).iter())


@pytest.mark.parametrize("name", ["intervals", "stacked", "histogram"])
def test_a_chart_is_named_for_screen_readers_and_has_its_figures_in_a_table(name):
    root = parsed(ALL_CHARTS[name]("Worth"))
    drawing = next(element for element in root.iter("svg") if element.get("role") == "img")
    assert drawing.find("title").text == "Worth"
    assert drawing.find("desc").text == "Worth"
    assert root.find("./details//table/tbody/tr/th").text == "Worth"


def test_whiskers_stand_where_the_interval_is():
    # The scale runs from -2 to 6: eight units, 12.5 % each; zero stands at 25 %.
    bars = [IntervalBar("A", 4, 2, 6), IntervalBar("B", -1, -2, 0.5)]
    root = parsed(interval_bars(bars, title="t"))
    lines = [(line.get("x1"), line.get("x2")) for line in of_class(root, "chart-whisker")]
    assert lines == [
        ("50%", "100%"), ("50%", "50%"), ("100%", "100%"),
        ("0%", "31.25%"), ("0%", "0%"), ("31.25%", "31.25%"),
    ]  # fmt: skip
    assert [(bar.get("x"), bar.get("width")) for bar in of_class(root, "chart-bar")] == [
        ("25%", "50%"),
        ("12.5%", "12.5%"),
    ]
    assert {line.get("x1") for line in of_class(root, "chart-axis")} == {"25%"}


def test_bars_may_grow_from_par_instead_of_zero():
    # From 0.5 to 1.5: par, 1.0, is in the middle.
    bars = [IntervalBar("A", 1.25, 1.0, 1.5), IntervalBar("B", 0.75, 0.5, 1.0)]
    root = parsed(interval_bars(bars, title="t", baseline=1.0, decimals=2))
    assert [(bar.get("x"), bar.get("width")) for bar in of_class(root, "chart-bar")] == [
        ("50%", "25%"),
        ("25%", "25%"),
    ]


def test_bars_without_any_width_do_not_break_the_scale():
    root = parsed(interval_bars([IntervalBar("A", 0, 0, 0)], title="t"))
    assert of_class(root, "chart-bar")[0].get("width") == "0%"


def test_a_small_sample_is_muted():
    root = parsed(interval_bars([IntervalBar("A", 1, 0, 2, "few", muted=True)], title="t"))
    assert len(of_class(root, "muted")) == 1


def test_numbers_are_localised_for_people_and_plain_for_machines():
    with translation.override("fr"):
        html = interval_bars([IntervalBar("A", 1234.5, -1.5, 2000)], title="t")
    root = parsed(html)
    assert "1\xa0234,5" in all_text(root)
    assert "−1,5" in all_text(root)
    assert all("," not in value for line in root.iter("line") for value in line.attrib.values())


def test_parts_are_stacked_one_after_the_other_and_losses_to_the_left():
    # The widest bar spans 20 to the left and 60 to the right: 80 units, 1.25 % each; the axis stands at 25 %.
    bars = [StackedBar("A", [40, -20, 20]), StackedBar("B", [8, 0, 0])]
    root = parsed(stacked_bars(bars, name="x", series=["p", "q", "r"], title="t"))
    segments = [(s.get("x"), s.get("width")) for s in of_class(root, "chart-gap")]
    assert segments == [("25%", "50%"), ("0%", "25%"), ("75%", "25%"), ("25%", "10%")]
    totals = [cells[-1].text for cells in (row.findall("td") for row in root.findall(".//tbody/tr"))]
    assert totals == ["40", "8"]


def test_series_beyond_the_fifth_are_hatched():
    root = parsed(stacked_bars([StackedBar("A", [1] * 7)], name="x", series=list("abcdefg"), title="t"))
    drawing = next(element for element in root.iter("svg") if element.get("role") == "img")
    assert [s.get("fill") for s in drawing.iter("rect") if s.get("fill")] == ["url(#x-hatch)"] * 2
    assert drawing.find("./defs/pattern").get("id") == "x-hatch"


@pytest.mark.parametrize(("parts", "series"), [([1, 2], ["a"]), ([1] * 11, list("abcdefghijk"))])
def test_bars_that_cannot_be_drawn_are_refused(parts, series):
    with pytest.raises(ValueError, match=r"one value for each|series apart"):
        stacked_bars([StackedBar("A", parts)], name="x", series=series, title="t")


@pytest.mark.parametrize(
    ("value", "step"),
    [(-3, 1), (-2, 2), (-1, 3), (-0.4, 4), (0, 4), (0.4, 4), (1, 5), (2, 6), (3, 7), (9, 7)],
)
def test_a_heat_cell_takes_the_step_of_its_value(value, step):
    assert step_of(value, 0, 3) == step


def test_a_heat_table_says_the_number_in_every_cell():
    root = parsed(heat_table([[1.5, None], [-3.0, 0.0]], rows="AB", columns="CD", title="t"))
    cells = [(cell.get("class"), cell.text) for cell in root.findall(".//tbody//td")]
    assert cells == [("heat-6", "1.5"), ("heat-none", "–"), ("heat-1", "−3.0"), ("heat-4", "0.0")]


def test_columns_of_a_histogram_are_as_high_as_their_counts():
    root = parsed(histogram([Bin("60", 10), Bin("70", 5), Bin("80", 0)], title="t"))
    heights = [float(bar.get("height")) for bar in of_class(root, "chart-bar")]
    assert heights == [145, 72.5, 0]
    assert [bar.get("x") for bar in of_class(root, "chart-bar")] == ["1.667%", "35%", "68.333%"]


@pytest.mark.parametrize(
    ("values", "path"),
    [
        ([0, 10, 5], "M3 21L48 3L93 12"),
        ([7, 7], "M3 12L93 12"),
        ([7], "M3 12"),
    ],
)
def test_a_sparkline_goes_from_the_first_value_to_the_last(values, path):
    assert parsed(sparkline(values, label="l")).find("path").get("d") == path


def test_nothing_to_draw_draws_nothing():
    assert parsed(sparkline([], label="l")).find("path") is None
    assert parsed(histogram([], title="t")).find("svg") is not None
    assert parsed(interval_bars([], title="t")).find("svg") is not None
