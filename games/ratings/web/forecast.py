"""Who wins with these players: who would sit at the table, as it stands in the address, and their chances."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.charts import heat_table
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.players.viewers import Viewer
from games.ratings.models.pool import FEWEST_GAMES
from games.ratings.selectors.forecast import SeatForecast, Seating, forecast_table
from games.ratings.selectors.players import labels_of, offered, players_meant, suggested
from games.ratings.web.leaderboard import PoolForm
from games.ratings.web.pool import PoolChoice, chance, chosen_pool
from games.results.wording import faction_label
from games.systems import label, traits_of
from scoring import registry
from scoring.description import Field

FEWEST_SEATS = 2
# While somebody types, the list of names follows; what the form around asks htmx for is not meant here.
SUGGESTING = {
    "list": "forecast-names",
    "autocomplete": "off",
    "hx-get": reverse_lazy("ratings:forecast_names"),
    "hx-trigger": "input changed delay:250ms",
    "hx-target": "#forecast-names",
    "hx-select": "unset",
    "hx-swap": "innerHTML",
    "hx-push-url": "false",
}
# Nearer together than this, in chances of winning, nobody is the favourite.
OPEN_TABLE = 0.03


class ForecastForm(PoolForm):
    def __init__(self, data: QueryDict, *, choice: PoolChoice, viewer: Viewer) -> None:
        self.is_filled = any(str(value).strip() for key, value in data.items() if key.startswith("player_"))
        # Untouched, the form must not complain that nobody sits there yet.
        super().__init__(data, choice=choice, is_bound=self.is_filled)
        self.viewer = viewer
        self.description = registry.get(choice.system).description
        self.numbers = range(1, self.description.most_seats + 1)
        clans, turns = self._field(self.description.dimension), self._field(traits_of(choice.system).position)
        for number in self.numbers:
            self.fields[f"player_{number}"] = forms.CharField(
                label=gettext_lazy("Player %(number)d") % {"number": number},
                required=False,
                max_length=100,
                widget=forms.TextInput(attrs=SUGGESTING),
            )
            if clans:
                self._add_choice(f"clan_{number}", clans)
            if turns:
                self._add_choice(f"position_{number}", turns)
        self.seatings: list[Seating] = []

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each seat."""
        return [
            [
                self[f"{name}_{number}"]
                for name in ("player", "clan", "position")
                if f"{name}_{number}" in self.fields
            ]
            for number in self.numbers
        ]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        seated = [number for number in self.numbers if given.get(f"player_{number}", "").strip()]
        players = {number: self._player(number, given[f"player_{number}"]) for number in seated}
        self._refuse_doubles(
            {f"player_{number}": player for number, player in players.items()},
            gettext_lazy("This player sits at the table already."),
        )
        for name, message in (
            ("clan", gettext_lazy("Somebody else has this already.")),
            ("position", gettext_lazy("Somebody else sits there already.")),
        ):
            self._refuse_doubles({f"{name}_{n}": given.get(f"{name}_{n}") for n in seated}, message)
        for number in seated:
            if int(given.get(f"position_{number}") or 0) > len(seated):
                self.add_error(
                    f"position_{number}", gettext_lazy("There are not so many seats at this table.")
                )
        if len(seated) < FEWEST_SEATS:
            first_free = next(number for number in self.numbers if number not in seated)
            self.add_error(f"player_{first_free}", gettext_lazy("A table needs two players or more."))
        self.seatings = [
            Seating(
                player, given.get(f"clan_{number}", ""), int(given.get(f"position_{number}") or 0) or None
            )
            for number, player in players.items()
            if player
        ]
        return given

    def _player(self, number: int, text: str) -> Player | None:
        meant = players_meant(text=text, viewer=self.viewer)
        if len(meant) == 1:
            return meant[0]
        if meant:
            self.add_error(
                f"player_{number}",
                gettext_lazy("Which one: %(names)s?") % {"names": ", ".join(labels_of(meant))},
            )
        else:
            self.add_error(f"player_{number}", gettext_lazy("You know no player of this name."))
        return None

    def _refuse_doubles(self, values: dict[str, Any], message: Any) -> None:
        seen = set()
        for field, value in values.items():
            if value and value in seen:
                self.add_error(field, message)
            seen.add(value)

    def _add_choice(self, name: str, field: Field) -> None:
        choices = [
            (str(key), label(self.description.key, f"choice.{field.key}.{key}")) for key in field.choices
        ]
        self.fields[name] = forms.ChoiceField(
            label=str(label(self.description.key, f"field.{field.key}")),
            required=False,
            choices=[("", gettext_lazy("Unknown")), *choices],
        )

    def _field(self, key: str) -> Field | None:
        return next((field for field in self.description.seat if key and field.key == key), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastRow:
    """A seat in words; `low` and `high` bound the chance to win."""

    seat: SeatForecast
    shown: ShownPlayer
    clan: str
    wins: str
    low: str
    high: str


def forecast_page(request: HttpRequest) -> HttpResponse:
    choice = chosen_pool(request)
    form = ForecastForm(request.GET, choice=choice, viewer=request.user)
    seats: list[SeatForecast] = []
    if choice.pool and form.is_filled and form.is_valid():
        seats = forecast_table(pool=choice.pool, seatings=form.seatings)
    context = {
        "choice": choice,
        "form": form,
        "is_filled": form.is_filled,
        "names": offered(pool=choice.pool, viewer=request.user),
        **(forecast_context(seats, choice.system) if seats else {}),
    }
    return render(request, "ratings/forecast.html", context)


def forecast_names(request: HttpRequest) -> HttpResponse:
    """Suggestions for the field somebody types in, as options of its list."""
    text = next((value for key, value in request.GET.items() if key.startswith("player_")), "")
    names = suggested(text=str(text)[:80], viewer=request.user)
    return render(request, "ratings/names.html", {"names": names})


def forecast_context(seats: Sequence[SeatForecast], system: str) -> dict[str, Any]:
    rows = [
        ForecastRow(
            seat=seat,
            shown=seat.seating.player.shown,
            clan=faction_label(system, seat.seating.clan),
            wins=chance(seat.wins),
            low=chance(seat.low),
            high=chance(seat.high),
        )
        for seat in sorted(seats, key=lambda seat: -seat.wins)
    ]
    return {
        "rows": rows,
        "verdict": _verdict(rows),
        "rough": [row.shown.name for row in rows if row.seat.is_rough],
        "fewest": FEWEST_GAMES,
        "chart": _chart(rows),
    }


def _verdict(rows: Sequence[ForecastRow]) -> str:
    best = rows[0].seat.wins
    ahead = [row.shown.name for row in rows if best - row.seat.wins < OPEN_TABLE]
    if len(ahead) == len(rows):
        return _("An open table: all have about the same chance.")
    if len(ahead) > 1:
        return _("About level in front: %(names)s.") % {"names": ", ".join(ahead)}
    return _("%(name)s is the favourite: first in about %(chance)s of such games.") % {
        "name": ahead[0],
        "chance": rows[0].wins,
    }


def _chart(rows: Sequence[ForecastRow]) -> SafeString:
    return heat_table(
        [[100 * part for part in row.seat.places] for row in rows],
        rows=[row.shown.name for row in rows],
        columns=[f"{place}." for place in range(1, len(rows) + 1)],
        title=_("Chance of each place, in percent"),
        middle=100 / len(rows),
        decimals=0,
    )
