"""Charts that can be shown on a page and kept as a file, and pages whose figures alone follow a changed filter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString

from caledonia_site.common.charts import (
    Bin,
    IntervalBar,
    Line,
    Picture,
    StackedBar,
    heat_picture,
    heat_table,
    histogram,
    histogram_picture,
    interval_bars,
    interval_picture,
    line_chart,
    line_picture,
    stacked_bars,
    stacked_picture,
)
from caledonia_site.common.formatting import writer
from caledonia_site.common.markup import Text

# The element that holds the figures.
FIGURES = "statistics"
Context = dict[str, Any]


def figures_response(
    request: HttpRequest, name: str, figures: Context, around: Callable[[], Context]
) -> HttpResponse:
    """The page `stats/<name>.html`, or only its figures for whoever has the rest of it on the screen already: a
    script that asks for them (`hx-target`), but not one that goes back in the history. `around` is what the rest of
    the page needs.
    """
    script: Any = request.htmx  # type: ignore[attr-defined]
    if script and script.target == FIGURES and not script.history_restore_request:
        response = render(request, f"stats/figures/{name}.html", figures)
    else:
        response = render(request, f"stats/{name}.html", figures | around())
    # A browser must not show the one where it wants the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


class Plot(Protocol):
    """`html` is drawn once, in the language of whoever asks for it first: kept plots are kept for each language."""

    @property
    def title(self) -> Text: ...
    @property
    def html(self) -> SafeString: ...
    @property
    def picture(self) -> Picture: ...


@dataclass(frozen=True)
class Intervals:
    bars: Sequence[IntervalBar]
    title: Text
    about: Text = ""
    baseline: float = 0.0
    decimals: int = 1

    @cached_property
    def html(self) -> SafeString:
        return interval_bars(
            self.bars, title=self.title, about=self.about, baseline=self.baseline, decimals=self.decimals
        )

    @property
    def picture(self) -> Picture:
        return interval_picture(
            self.bars, title=self.title, about=self.about, baseline=self.baseline, decimals=self.decimals
        )


@dataclass(frozen=True)
class Distribution:
    bins: Sequence[Bin]
    title: Text
    about: Text = ""
    counted: Text = ""

    @cached_property
    def html(self) -> SafeString:
        return histogram(self.bins, title=self.title, about=self.about, counted=self.counted)

    @property
    def picture(self) -> Picture:
        return histogram_picture(self.bins, title=self.title, about=self.about)


@dataclass(frozen=True)
class Parts:
    bars: Sequence[StackedBar]
    series: Sequence[Text]
    title: Text
    name: str
    about: Text = ""
    decimals: int = field(default=1)

    @cached_property
    def html(self) -> SafeString:
        return stacked_bars(
            self.bars,
            name=self.name,
            series=self.series,
            title=self.title,
            about=self.about,
            decimals=self.decimals,
        )

    @property
    def picture(self) -> Picture:
        return stacked_picture(
            self.bars,
            name=self.name,
            series=self.series,
            title=self.title,
            about=self.about,
            decimals=self.decimals,
        )


@dataclass(frozen=True)
class Lines:
    lines: Sequence[Line]
    title: Text
    about: Text = ""
    decimals: int = 2

    @cached_property
    def html(self) -> SafeString:
        return line_chart(self.lines, title=self.title, about=self.about, write=self._writer())

    @property
    def picture(self) -> Picture:
        return line_picture(self.lines, title=self.title, about=self.about, write=self._writer())

    def _writer(self) -> Callable[[float], str]:
        """For many numbers in a row."""
        write = writer()
        return lambda value: write(value, self.decimals)


@dataclass(frozen=True)
class Heat:
    """The table is the chart."""

    values: Sequence[Sequence[float | None]]
    names: Sequence[Text]
    title: Text
    middle: float
    decimals: int = 0

    @cached_property
    def html(self) -> SafeString:
        return heat_table(
            self.values,
            rows=self.names,
            columns=self.names,
            title=self.title,
            middle=self.middle,
            decimals=self.decimals,
        )

    @property
    def picture(self) -> Picture:
        return heat_picture(
            self.values,
            rows=self.names,
            columns=self.names,
            title=self.title,
            middle=self.middle,
            decimals=self.decimals,
        )
