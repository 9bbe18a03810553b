"""Drawing the race of a season."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.charts.line import Line, LinePoint, line_chart
from caledonia_site.common.dates import written_day
from caledonia_site.common.numbers import written
from tournaments.models import Group
from tournaments.selectors.race import RaceTable


@dataclass(frozen=True, slots=True)
class RaceChart:
    group: Group | None
    chart: SafeString


def race_charts(tables: Iterable[RaceTable]) -> list[RaceChart]:
    """Only of tables with at least two days of play: one day is no race."""
    return [RaceChart(one.group, _chart(one)) for one in tables if len(one.dates) > 1 and one.runners]


def _chart(table: RaceTable) -> SafeString:
    lines = []
    for runner in table.runners:
        points = [
            LinePoint(
                at=day.toordinal(),
                value=value,
                label=written_day(day),
                mark=date_format(day, "SHORT_DATE_FORMAT"),
            )
            for day, value in zip(table.dates, runner.points, strict=True)
        ]
        name = _("%(name)s (you)") % {"name": runner.name} if runner.is_viewer else runner.name
        lines.append(Line(name, points))
    title = f"{table.group.division} · {table.group}" if table.group else _("Points over time")
    return line_chart(
        lines,
        title=title,
        about=_("Points that count after each day of play, of those in front."),
        write=_points,
    )


def _points(value: float) -> str:
    return written(value, 0 if value == int(value) else 1)
