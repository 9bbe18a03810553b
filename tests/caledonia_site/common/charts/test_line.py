"""Lines over time: drawn where the numbers say, with links a keyboard reaches and figures in a table."""

from xml.etree import ElementTree

import pytest

from caledonia_site.common.charts import Line, LinePoint, line_chart
from caledonia_site.common.charts.svg import Scale, ticks_between

# From 1400 to 1600 with round numbers every 50; the plot is 224 high between 12 and 236.
RATING = Line(
    "Rating",
    [
        LinePoint(1, 1500, "2 May: 1500", "2 May", 1400, 1600, "/games/a/"),
        LinePoint(2, 1550, "3 May: 1550", "3 May", 1450, 1600, "/games/b/"),
        LinePoint(5, 1450, "9 May: 1450", "9 May", 1400, 1500, "/games/c/"),
    ],
)


def parsed(*lines, **more):
    return ElementTree.fromstring(line_chart(lines, title="t", **more))


def of_class(root, name):
    return [element for element in root.iter() if name in element.get("class", "").split()]


def test_line_and_band_run_through_the_values():
    root = parsed(RATING)
    assert of_class(root, "chart-line")[0].get("d") == "M0.0 124.0L250.0 68.0L1000.0 180.0"
    band = "M0.0 12.0L250.0 12.0L1000.0 124.0L1000.0 236.0L250.0 180.0L0.0 236.0Z"
    assert of_class(root, "chart-band")[0].get("d") == band


def test_points_are_links_with_words_and_keep_their_shape():
    root = parsed(RATING)
    points = of_class(root, "chart-point")
    assert [(point.get("href"), point.get("aria-label")) for point in points] == [
        ("/games/a/", "2 May: 1500"),
        ("/games/b/", "3 May: 1550"),
        ("/games/c/", "9 May: 1450"),
    ]
    assert [dot.get("cx") for dot in of_class(root, "chart-dot")] == ["0%", "25%", "100%"]


def test_a_drawing_with_links_is_a_group_and_one_without_a_picture():
    bare = Line("A", [LinePoint(1, 3, "x")])
    assert of_class(parsed(RATING), "chart-lines")[0].get("role") == "group"
    assert of_class(parsed(bare), "chart-lines")[0].get("role") == "img"


def test_the_table_leads_to_the_same_places_and_names_the_bounds():
    rows = parsed(RATING).findall(".//tbody/tr")
    assert [row.find("th/a").get("href") for row in rows] == ["/games/a/", "/games/b/", "/games/c/"]
    assert [cell.text for cell in rows[0].findall("td")] == ["1,500", "1,400", "1,600"]


def test_several_lines_share_a_table_with_gaps_where_a_line_has_no_point():
    first = Line("Ailsa", [LinePoint(1, 3, "a", "week 1"), LinePoint(2, 5, "b", "week 2")])
    second = Line("Rory", [LinePoint(2, 4, "c", "week 2")])
    root = parsed(first, second)
    rows = [[cell.text for cell in row] for row in root.findall(".//tbody/tr")]
    assert rows == [["week 1", "3", "–"], ["week 2", "5", "4"]]
    assert [entry[0].tail for entry in of_class(root, "chart-legend")[0]] == ["Ailsa", "Rory"]
    assert not of_class(root, "chart-band")


def test_places_may_run_downwards():
    root = parsed(Line("A", [LinePoint(1, 0, "first"), LinePoint(2, 4, "last")]), downwards=True)
    first, last = (float(dot.get("cy")) for dot in of_class(root, "chart-dot"))
    assert first < last


def test_only_a_few_marks_stand_below_the_axis_the_first_and_the_last_among_them():
    points = [LinePoint(number, number, f"game {number}", f"day {number}") for number in range(40)]
    marks = [text.text for text in of_class(parsed(Line("A", points)), "chart-note") if "day" in text.text]
    assert marks == ["day 0", "day 13", "day 26", "day 39"]


def test_more_lines_than_eyes_can_follow_are_refused():
    with pytest.raises(ValueError, match="lines apart"):
        line_chart([Line(str(number), []) for number in range(11)], title="t")


def test_one_point_or_none_can_be_drawn():
    assert of_class(parsed(Line("A", [LinePoint(1, 3, "x")])), "chart-dot")[0].get("cx") == "50%"
    assert not of_class(parsed(Line("A", [])), "chart-dot")


@pytest.mark.parametrize(
    ("least", "most", "ticks"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (1380, 1620, [1400, 1450, 1500, 1550, 1600]),
        (-3, 3, [-3, -2, -1, 0, 1, 2, 3]),
    ],
)
def test_a_scale_is_read_at_round_numbers(least, most, ticks):
    assert ticks_between(least, most) == ticks


def test_equal_values_stand_in_the_middle():
    assert Scale.over([7, 7]).share(7) == 0.5
