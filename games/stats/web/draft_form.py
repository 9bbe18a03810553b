"""What is on offer in a draft or an auction, as it stands in the address."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.stats.filters import filter_fields
from games.stats.layout import layout_of
from games.stats.selectors.draft_help import Offer
from games.stats.web import words

FEWEST_OFFERS = 2


class DraftForm(forms.Form):
    """One clan more than there are players is on offer at the most."""

    seats = forms.TypedChoiceField(label=gettext_lazy("Players at the table"), coerce=int)
    rating = forms.IntegerField(
        label=gettext_lazy("Your rating"),
        required=False,
        min_value=0,
        max_value=9_999,
        help_text=gettext_lazy("Leave it blank if you do not know it."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, data: QueryDict, *, system: str, rating: int | None = None) -> None:
        self.is_asked = any(value for key, value in data.items() if key.startswith("clan_"))
        self.system = system
        known = filter_fields(system)
        # Untouched, the form must not complain that nothing is on offer.
        super().__init__(
            data if self.is_asked else None, initial={"seats": known.seats[-1], "rating": rating}
        )
        self.fields["seats"].choices = [(seats, seats) for seats in known.seats]  # type: ignore[attr-defined]
        if known.editions:
            editions = [(one, words.edition_name(one)) for one in known.editions]
            self.fields["edition"] = forms.ChoiceField(
                label=_("Edition"), required=False, choices=[("", _("Any")), *editions]
            )
        self.facets = [one for one in known.seat if one.key != layout_of(system).traits.position]
        self.numbers = range(1, layout_of(system).description.most_seats + 2)
        clans = [(key, words.faction_name(system, key)) for key in known.factions]
        for number in self.numbers:
            self.fields[f"clan_{number}"] = forms.ChoiceField(
                label=_("Clan %(number)d") % {"number": number}, required=False, choices=[("", "–"), *clans]
            )
            for one in self.facets:
                choices = [(str(key), words.choice_name(system, one.key, str(key))) for key in one.choices]
                self.fields[f"{one.key}_{number}"] = forms.ChoiceField(
                    label=words.field_name(system, one.key),
                    required=False,
                    choices=[("", _("Unknown")), *choices],
                )
        self.offers: list[Offer] = []

    @property
    def table(self) -> list[forms.BoundField]:
        return [self[name] for name in ("seats", "rating", "edition") if name in self.fields]

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each offer."""
        return [
            [self[f"clan_{number}"], *(self[f"{one.key}_{number}"] for one in self.facets)]
            for number in self.numbers
        ]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        offered = [number for number in self.numbers if given.get(f"clan_{number}")]
        # Before values are refused: a refused one is no longer among the given.
        self.offers = [
            Offer(
                given[f"clan_{number}"],
                tuple((one.key, value) for one in self.facets if (value := given.get(f"{one.key}_{number}"))),
            )
            for number in offered
        ]
        for name in ("clan", *(one.key for one in self.facets)):
            self._refuse_doubles(given, name, offered)
        if len(offered) < FEWEST_OFFERS:
            first_free = next(number for number in self.numbers if number not in offered)
            self.add_error(f"clan_{first_free}", _("Name two clans or more to compare."))
        return given

    def _refuse_doubles(self, given: dict[str, Any], name: str, numbers: list[int]) -> None:
        seen = set()
        for number in numbers:
            value = given.get(f"{name}_{number}")
            if value and value in seen:
                self.add_error(f"{name}_{number}", _("This is on offer already."))
            seen.add(value)
