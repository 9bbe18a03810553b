"""The filters of statistics as a form; its names are those of the address."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.forms.widgets import DayInput
from games.clubs.models import Club
from games.clubs.selectors.clubs import clubs_to_find
from games.stats.filters import ANY_USED, NOT_USED, filter_fields
from games.stats.web import words
from games.stats.web.choosing import Asked
from scoring.description import Field

ANY = gettext_lazy("Any")
# More clubs than this do not fit a list to choose from; each club's own page leads to its statistics.
MOST_CLUBS = 100
Group = list[forms.BoundField]


class StatsFilterForm(forms.Form):
    """Only shows what was chosen: the address is read by `asked_for`."""

    def __init__(self, data: Any, *, asked: Asked, viewer: Any, with_seats: bool = True) -> None:
        """Without seats: for figures of whole tables, where a filter by seat does not apply."""
        super().__init__(data)
        self.asked = asked
        self.system = asked.system
        known = filter_fields(self.system)
        self._choose("seats", _("Players at the table"), [(seats, seats) for seats in known.seats])
        if known.editions:
            self._choose("edition", _("Edition"), [(one, words.edition_name(one)) for one in known.editions])
        self._choose("club", _("Club"), [(club.slug, club.name) for club in _clubs(viewer, asked.club)])
        self._add_days_and_ratings()
        self.seat_names = [f"seat.{one.key}" for one in known.seat] if with_seats else []
        for one in known.seat if with_seats else ():
            self._choose(f"seat.{one.key}", words.field_name(self.system, one.key), self._choices(one))
        for one in known.options:
            self._choose(f"option.{one.key}", words.option_name(self.system, one.key), self._used(one))
        for one in known.setup:
            name, label = f"setup.{one.key}", words.field_name(self.system, one.key)
            if one.kind == "tiles":
                self._tick(name, label, self._choices(one))
            else:
                self._choose(name, label, self._choices(one))
        if known.factions:
            choices = [(key, words.faction_name(self.system, key)) for key in known.factions]
            self._tick("faction", _("In play together"), choices)
        self.option_names = [f"option.{one.key}" for one in known.options]
        self.map_names = [f"setup.{one.key}" for one in known.setup if one.kind != "tiles"]
        self.tile_names = [f"setup.{one.key}" for one in known.setup if one.kind == "tiles"]

    @property
    def first(self) -> Group:
        return self._group(["seats", "edition", *self.seat_names, "club"])

    @property
    def time_and_strength(self) -> Group:
        return self._group(["since", "until", "rating_from", "rating_to"])

    @property
    def options(self) -> Group:
        return self._group(self.option_names)

    @property
    def map(self) -> Group:
        return self._group(self.map_names)

    @property
    def ticked(self) -> Group:
        """Each a long list to tick from."""
        return self._group([*self.tile_names, *(["faction"] if "faction" in self.fields else [])])

    @property
    def is_narrowed(self) -> bool:
        return bool(self.asked.parameters)

    def _group(self, names: Iterable[str]) -> Group:
        return [self[name] for name in names if name in self.fields]

    def _add_days_and_ratings(self) -> None:
        for name, label in (("since", _("From")), ("until", _("Until"))):
            self.fields[name] = forms.DateField(label=label, required=False, widget=DayInput)
        for name, label in (("rating_from", _("Mean rating from")), ("rating_to", _("Mean rating below"))):
            widget = forms.NumberInput(attrs={"inputmode": "numeric", "step": 50})
            self.fields[name] = forms.IntegerField(
                label=label, required=False, min_value=0, max_value=9_998, widget=widget
            )

    def _choose(self, name: str, label: str, choices: list[Any]) -> None:
        self.fields[name] = forms.ChoiceField(label=label, required=False, choices=[("", ANY), *choices])

    def _tick(self, name: str, label: str, choices: list[Any]) -> None:
        self.fields[name] = forms.MultipleChoiceField(
            label=label, required=False, choices=choices, widget=forms.CheckboxSelectMultiple
        )

    def _choices(self, one: Field) -> list[tuple[str, str]]:
        return [(str(key), words.choice_name(self.system, one.key, str(key))) for key in one.choices]

    def _used(self, one: Field) -> list[tuple[str, str]]:
        if one.kind == "flag":
            return [("yes", _("Used")), (NOT_USED, _("Not used"))]
        return [(ANY_USED, _("Used")), (NOT_USED, _("Not used")), *self._choices(one)]


def _clubs(viewer: Any, chosen: Club | None) -> list[Club]:
    clubs = list(clubs_to_find(viewer=viewer)[:MOST_CLUBS])
    return clubs if chosen is None or chosen in clubs else [*clubs, chosen]
