"""Lists to choose from are written as Django's own templates write them, to the letter."""

import pytest
from django import forms
from django.forms.renderers import TemplatesSetting
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from caledonia_site.common.forms.choices import WRITERS
from caledonia_site.common.forms.renderer import SiteFormRenderer

EVIL = '<i>MacBad & "Co"\'s</i>'
LISTS = {
    "none": [],
    "plain": [("", gettext_lazy("Any")), ("a", "A"), (2, 2), ("true", True)],
    "escaped": [(EVIL, EVIL), ("safe", mark_safe("<b>B</b>"))],
    "grouped": [("first", "First"), (EVIL, [("x", "X"), ("y", 1.5)]), ("last", "Last")],
}
WIDGETS = {
    "select": forms.Select,
    "several": forms.SelectMultiple,
    "boxes": forms.CheckboxSelectMultiple,
    "buttons": forms.RadioSelect,
}
ATTRIBUTES = [
    {},
    {"id": "id_x", "class": "wide", "disabled": True, "hidden": False, "data-n": 3, "title": EVIL},
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("attributes", ATTRIBUTES, ids=["bare", "attributes"])
@pytest.mark.parametrize("choices", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("kind", WIDGETS.values(), ids=WIDGETS)
@pytest.mark.parametrize("value", [None, ["2"], [EVIL, "y"]], ids=["nothing", "one", "two"])
def test_written_as_by_the_templates(kind, choices, attributes, value, language):
    widget = kind(choices=choices)
    with translation.override(language):
        context = widget.get_context("a&b", value, attributes)
        theirs = TemplatesSetting().render(widget.template_name, context)
        assert SiteFormRenderer().render(widget.template_name, context) == theirs
        if widget.template_name in WRITERS:
            assert WRITERS[widget.template_name](context["widget"]) == theirs


class OwnOption(forms.Select):
    option_template_name = "django/forms/widgets/radio_option.html"


def test_an_option_with_a_template_of_its_own_keeps_it():
    widget = OwnOption(choices=[("a", "A")])
    context = widget.get_context("x", "a", {})
    assert WRITERS[widget.template_name](context["widget"]) is None
    theirs = TemplatesSetting().render(widget.template_name, context)
    assert SiteFormRenderer().render(widget.template_name, context) == theirs
