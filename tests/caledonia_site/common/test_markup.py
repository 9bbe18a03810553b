"""Markup in strings is built in few places, where every text is seen to be escaped."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy

from caledonia_site.common.markup import (
    data_table,
    element,
    explained_figure,
    histogram_column,
    interval_row,
    line_dot,
    tinted_table,
)

EVIL = "<script>alert('x')</script>\" onload=\""
CALLS = {"mark_safe", "SafeString", "SafeText"}
PACKAGES = ("caledonia_site", "games", "tournaments")


def _files_that_call_markup_safe() -> Iterator[str]:
    for package in PACKAGES:
        for path in sorted((Path(settings.PROJECT_DIR) / package).rglob("*.py")):
            calls = (
                node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
            )
            names = {getattr(call, "id", getattr(call, "attr", "")) for call in calls}
            if names & CALLS:
                yield str(path.relative_to(settings.PROJECT_DIR))


def test_each_app_has_one_module_that_calls_markup_safe():
    assert set(_files_that_call_markup_safe()) == {
        "caledonia_site/common/markup.py",
        "games/clubs/web/markup.py",
        "games/ratings/web/markup.py",
        "games/results/web/markup.py",
        "games/sheets/markup.py",
        "games/stats/web/markup.py",
        "tournaments/leagues/web/markup.py",
    }


def test_every_text_is_escaped():
    for markup in (
        element("p", {"title": EVIL}, EVIL),
        element("p", {"title": gettext_lazy(EVIL)}, gettext_lazy(EVIL)),
        data_table(EVIL, [EVIL, EVIL], [[EVIL, EVIL]]),
        histogram_column(EVIL, "3", left=0.1, width=0.1, top=20, floor=100, label_y=110, count_y=15),
        interval_row(
            EVIL, EVIL, "1", EVIL, text_y=1, bar_y=2, bar_height=3, cap=1, bar=(0, 1), ends=(0, 1), is_muted=True
        ),
        tinted_table(
            [[1.0, None]], [[4, 0]], rows=[EVIL], columns=[EVIL, EVIL], title=EVIL,
            write=lambda value, decimals: f"{value:.{decimals}f}", decimals=1,
        ),
        line_dot(EVIL, 1, share=0.5, height=10),
        explained_figure(EVIL, EVIL, EVIL, EVIL),
    ):  # fmt: skip
        assert "<script" not in markup
        assert "&lt;script" in markup
        assert '" onload' not in markup


def test_markup_inside_markup_stays():
    assert element("p", None, element("b", None, "a & b"), 3) == "<p><b>a &amp; b</b>3</p>"
