"""Controls that Django's own widgets do not give."""

from typing import Any

from django import forms


class StepperInput(forms.NumberInput):
    """A whole number to tap up and down; a phone shows its number pad for it."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({"inputmode": "numeric", "step": "1"} | (attrs or {}))


class DayInput(forms.DateInput):
    """The browser's own calendar, which speaks the visitor's language; it only reads the ISO form."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%d")
