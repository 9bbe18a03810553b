"""Our words on forms that the library brings."""

from typing import Any, ClassVar

from django import forms

# A phone offers the code of the e-mail just received, and its number pad.
CODE_ATTRIBUTES = {
    "autocomplete": "one-time-code",
    "inputmode": "numeric",
    "autocapitalize": "off",
    "spellcheck": "false",
}


class OurWords(forms.Form):
    """Labels and help in our own catalogues; no placeholder that only repeats the label."""

    labels: ClassVar[dict[str, Any]] = {}
    help_texts: ClassVar[dict[str, Any]] = {}
    attributes: ClassVar[dict[str, dict[str, str]]] = {}
    without: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.without:
            self.fields.pop(name, None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.widget.attrs.update(self.attributes.get(name, {}))
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)
