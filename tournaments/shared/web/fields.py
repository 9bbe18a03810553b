"""Fields of the settings of a season."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms

_BETWEEN = re.compile(r"[;\s–/-]+|,\s+")


class NeededSometimes:
    """Not called optional on the page: what was answered elsewhere decides whether it may stay empty, and whoever
    reads the form says so."""

    def validate(self, value: Any) -> None:
        if value:
            super().validate(value)  # type: ignore[misc]


class NeededChoice(NeededSometimes, forms.ChoiceField):
    pass


class NeededNumbers(NeededSometimes, forms.TypedMultipleChoiceField):
    pass


class CheckboxSelectMultiple(forms.CheckboxSelectMultiple):
    """Each box says whose variant it is, so that the style sheet shows only those of the chosen game. Its name is
    Django's, because the class of the field on the page comes from it.

    `systems`: the key of each game by the title its variants stand under.
    """

    systems: Mapping[str, str] = {}

    def optgroups(self, *args: Any, **kwargs: Any) -> list[Any]:
        groups = super().optgroups(*args, **kwargs)
        for title, options, _ in groups:
            if title:
                for option in options:
                    option["attrs"]["data-system"] = self.systems[str(title)]
        return groups


class PointsField(forms.CharField):
    """Points of the places at one size of table, from the first down: "5 3 2 1". Empty: as the scheme says.

    Gives texts that the rules read; a comma inside a number is a decimal comma, unless it is all that
    separates the numbers.
    """

    def to_python(self, value: Any) -> list[str]:  # type: ignore[override]
        text = (super().to_python(value) or "").strip()
        parts = [part for part in _BETWEEN.split(text) if part]
        if len(parts) == 1 and "," in parts[0]:
            parts = [part for part in parts[0].split(",") if part]
        return [part.replace(",", ".") for part in parts]

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list | tuple) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self.to_python(initial) != self.to_python(data)
