"""Who would sit at the table, as it stands in the address of a forecast."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

from games.players.models import Player
from games.ratings.selectors.pages_forecast import Seating
from games.ratings.selectors.pages_names import labels_of, players_meant
from games.ratings.web.choosing import PoolChoice
from games.ratings.web.forms import PoolForm
from games.wording import label
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
# The field of a sheet that says who went first.
TURN_ORDER = "turn_order"


class ForecastForm(PoolForm):
    def __init__(self, data: QueryDict, *, choice: PoolChoice, viewer: Any) -> None:
        self.is_asked = any(str(value).strip() for key, value in data.items() if key.startswith("player_"))
        # Untouched, the form must not complain that nobody sits there yet.
        super().__init__(data, choice=choice, is_bound=self.is_asked)
        self.viewer = viewer
        self.description = registry.get(choice.system).description
        self.numbers = range(1, self.description.most_seats + 1)
        clans, turns = self._field(self.description.dimension), self._field(TURN_ORDER)
        for number in self.numbers:
            self.fields[f"player_{number}"] = forms.CharField(
                label=_("Player %(number)d") % {"number": number},
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
            _("This player sits at the table already."),
        )
        for name, message in (
            ("clan", _("Somebody else has this already.")),
            ("position", _("Somebody else sits there already.")),
        ):
            self._refuse_doubles({f"{name}_{n}": given.get(f"{name}_{n}") for n in seated}, message)
        for number in seated:
            if int(given.get(f"position_{number}") or 0) > len(seated):
                self.add_error(f"position_{number}", _("There are not so many seats at this table."))
        if len(seated) < FEWEST_SEATS:
            first_free = next(number for number in self.numbers if number not in seated)
            self.add_error(f"player_{first_free}", _("A table needs two players or more."))
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
                f"player_{number}", _("Which one: %(names)s?") % {"names": ", ".join(labels_of(meant))}
            )
        else:
            self.add_error(f"player_{number}", _("You know no player of this name."))
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
            choices=[("", _("Unknown")), *choices],
        )

    def _field(self, key: str) -> Field | None:
        return next((field for field in self.description.seat if key and field.key == key), None)
