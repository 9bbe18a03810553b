"""Every piece of the design on one page in both themes, to look at and to test."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView

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
from caledonia_site.common.forms.widgets import DayInput, StepperInput
from caledonia_site.common.middleware import Theme
from caledonia_site.common.pagination import KeysetPage
from caledonia_site.common.templatetags.interface import PIECE_COLOURS, icon_names
from games.systems.registry import default_system
from games.systems.swatches import all_swatches, name_of, swatch_of

SECTIONS = {
    "colours": _("Colours"),
    "type": _("Type"),
    "buttons": _("Buttons and links"),
    "icons": _("Icons"),
    "clans": _("Clans and pieces"),
    "forms": _("Form fields"),
    "navigation": _("Ways through a page"),
    "messages": _("Messages and waiting"),
    "content": _("Cards and facts"),
    "explanations": _("Explanations and questions"),
    "tables": _("Tables"),
    "charts": _("Charts"),
}
COLOURS = [
    "paper", "surface", "sunken", "ink", "ink-soft", "line", "border", "loch", "loch-soft",
    "heather", "heather-soft", "moss", "moss-soft", "amber", "amber-soft", "madder", "madder-soft",
    *(f"series-{number}" for number in range(1, 11)),
    *(f"heat-{step}" for step in range(1, 8)),
]  # fmt: skip
LINES = [
    _("Glory"),
    _("Basic goods"),
    _("Processed goods"),
    _("Money"),
    _("Hops"),
    _("Cotton"),
    _("Tobacco"),
    _("Sugar cane"),
    _("Exports"),
    _("Auction bid"),
]
CLAN_SAMPLE = ("Campbell", "Fergusson", "MacDonald", "Robertson", "Sinclair")


class SampleForm(forms.Form):
    """One field of each kind; the data below leaves some of them wrong."""

    name = forms.CharField(label=_("Name"), help_text=_("As it should appear at the table."))
    glory = forms.IntegerField(label=_("Glory"), min_value=0, max_value=30, widget=StepperInput)
    money = forms.IntegerField(label=_("Money"), min_value=0, help_text=_("In pounds (£)."))
    system = forms.ChoiceField(
        label=_("Game"),
        choices=[("coc", "Clans of Caledonia"), ("gm2", "Glen More II")],
        widget=forms.RadioSelect,
    )
    clan = forms.ChoiceField(label=_("Clan"), choices=[(name.lower(), name) for name in CLAN_SAMPLE])
    modules = forms.MultipleChoiceField(
        label=_("Modules"),
        choices=[("train", _("Train module")), ("rewards", _("Reward tile"))],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    played_on = forms.DateField(label=_("Day of play"), widget=DayInput)
    find = forms.CharField(label=_("Search"), widget=forms.SearchInput, required=False)
    notes = forms.CharField(label=_("Notes"), widget=forms.Textarea(attrs={"rows": 3}), required=False)
    photo = forms.FileField(label=_("Photo of the sheet"), required=False)
    counts = forms.BooleanField(label=_("This game counts for the league"), required=False)


@dataclass(frozen=True)
class Side:
    """One of the two themes the samples are shown in; ids and labels carry its name to stay unique."""

    key: str
    label: str

    @property
    def form(self) -> SampleForm:
        sent = {"name": "Ailsa", "glory": "31", "money": "-4", "clan": "campbell"}
        return SampleForm({f"{self.key}-{field}": value for field, value in sent.items()}, prefix=self.key)

    @property
    def page(self) -> Page[int]:
        return Paginator(range(240), 20).page(6)

    @property
    def keyset(self) -> KeysetPage[Any]:
        return KeysetPage(rows=[], previous_cursor="earlier", next_cursor="later")

    @property
    def interval_bars(self) -> SafeString:
        few = gettext("too few games")
        bars = [
            IntervalBar("Fergusson", 4.1, 2.2, 6.0, "n = 812"),
            IntervalBar("Campbell", 1.3, -0.4, 3.0, "n = 640"),
            IntervalBar("Sinclair", 0.8, -6.5, 8.1, few, muted=True),
            IntervalBar("Robertson", -2.6, -4.1, -1.1, "n = 774"),
        ]
        return interval_bars(
            bars,
            title=self._named(_("Worth in VP")),
            about=_("With the interval that holds the truth 19 times of 20."),
        )

    @property
    def stacked_bars(self) -> SafeString:
        bars = [
            StackedBar("Ailsa", [12, 6, 14, 3, 9, 15, 8, 12, 12, 0]),
            StackedBar("Bruce", [15, 4, 8, 7, 11, 10, 20, 3, 6, -5]),
            StackedBar("Catriona", [9, 9, 10, 2, 6, 25, 0, 9, 0, -12]),
        ]
        return stacked_bars(
            bars, name=f"{self.key}-sources", series=LINES, title=self._named(_("Where the VP came from"))
        )

    @property
    def heat_table(self) -> SafeString:
        values = [
            [None, 1.2, -0.3, 2.4, 0.1],
            [-1.2, None, 0.9, -2.0, 1.5],
            [0.3, -0.9, None, 3.0, -0.6],
            [-2.4, 2.0, -3.0, None, 0.0],
            [-0.1, -1.5, 0.6, 0.0, None],
        ]
        return heat_table(
            values, rows=CLAN_SAMPLE, columns=CLAN_SAMPLE, title=self._named(_("Clan against clan, in VP"))
        )

    @property
    def histogram(self) -> SafeString:
        counts = [2, 6, 15, 31, 48, 61, 57, 40, 22, 11, 4, 1]
        bins = [Bin(str(60 + 10 * index), count) for index, count in enumerate(counts)]
        return histogram(bins, title=self._named(_("Winning scores")), counted=_("Games"))

    @property
    def line_chart(self) -> SafeString:
        values = [1500, 1541, 1523, 1566, 1580, 1561, 1592, 1611]
        points = [
            LinePoint(
                number,
                value,
                str(number),
                mark=str(number),
                low=value - 150 / (number + 1),
                high=value + 150 / (number + 1),
                address="#charts",
            )
            for number, value in enumerate(values, 1)
        ]
        return line_chart([Line(gettext("Rating"), points)], title=self._named(_("Rating, game by game")))

    @property
    def several_lines(self) -> SafeString:
        lines = [
            Line(name, [LinePoint(week, start + step * week, str(week), mark=str(week)) for week in range(6)])
            for name, start, step in (("Ailsa", 0, 5), ("Bruce", 4, 3), ("Catriona", 2, 4))
        ]
        return line_chart(lines, title=self._named(_("Points, week by week")))

    @property
    def sparkline(self) -> SafeString:
        values = [1500, 1512, 1498, 1530, 1541, 1526, 1560, 1572]
        return sparkline(values, label=_("Rating, rising from 1500 to 1572"))

    def _named(self, title: Any) -> str:
        return f"{title} · {self.label}"


class StyleguideView(TemplateView):
    template_name = "styleguide.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (settings.STYLEGUIDE_IS_PUBLIC or getattr(request.user, "is_staff", False)):
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            sections=[(key, title, f"styleguide/{key}.html") for key, title in SECTIONS.items()],
            sides=[Side(theme.value, str(theme.label)) for theme in (Theme.LIGHT, Theme.DARK)],
            colours=COLOURS,
            icons=icon_names(),
            clans=[(swatch, name_of(swatch)) for swatch in all_swatches()],
            pieces=sorted(PIECE_COLOURS),
            crumbs=[(_("Clubs"), "#navigation"), ("Edinburgh", "#navigation")],
            sample_clan="Campbell",
            sample_swatch=swatch_of(default_system(), "campbell"),
            sample_player="Ailsa Mackay",
            standings=[("Ailsa", 41, 8, 5, 131.4), ("Bruce", 37, 8, 3, 127.9), ("Catriona", 29, 7, 2, 119.0)],
            **kwargs,
        )
