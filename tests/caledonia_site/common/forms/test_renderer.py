"""Every form of the site: labels, help and errors belong to their field, for eyes and for screen readers."""

import re
from html.parser import HTMLParser

import pytest
from django import forms

from caledonia_site.common.forms.widgets import DayInput, StepperInput


class Sheet(forms.Form):
    name = forms.CharField(help_text="As at the table.")
    glory = forms.IntegerField(min_value=0, widget=StepperInput)
    game = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)
    played_on = forms.DateField(widget=DayInput)
    notes = forms.CharField(widget=forms.Textarea, required=False)
    find = forms.CharField(widget=forms.SearchInput, required=False)
    photo = forms.FileField(required=False)
    counts = forms.BooleanField(required=False)
    token = forms.CharField(widget=forms.HiddenInput)

    def clean(self):
        raise forms.ValidationError("The sums do not agree <b>.")


class Elements(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.all = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.all.append((tag, dict(attrs)))

    def named(self, name):
        return next(attrs for _, attrs in self.all if attrs.get("name") == name)

    @property
    def ids(self):
        return [attrs["id"] for _, attrs in self.all if "id" in attrs]


def wrong():
    return Sheet({"glory": "-1", "name": "", "played_on": "2026-02-28", "token": "t"})


def test_a_wrong_field_is_described_by_its_help_and_its_error():
    page = Elements(str(wrong()))
    field = page.named("name")
    assert field["aria-invalid"] == "true"
    assert field["aria-describedby"].split() == ["id_name_helptext", "id_name_error"]
    assert set(field["aria-describedby"].split()) <= set(page.ids)
    assert page.named("glory")["aria-describedby"] == "id_glory_error"
    assert "aria-invalid" not in page.named("played_on")


def test_a_wrong_choice_is_described_on_its_fieldset():
    page = Elements(str(wrong()))
    fieldset = next(attrs for tag, attrs in page.all if tag == "fieldset")
    assert fieldset["aria-describedby"] == "id_game_error"
    assert "id_game_error" in page.ids


def test_the_summary_leads_to_every_wrong_field():
    html = str(wrong())
    page = Elements(html)
    targets = [attrs["href"][1:] for tag, attrs in page.all if tag == "a"]
    assert targets == ["id_name", "id_glory", "id_game_0"]
    assert set(targets) <= set(page.ids)
    assert "The sums do not agree &lt;b&gt;." in html


def test_a_form_nobody_sent_has_no_errors():
    html = str(Sheet())
    assert "error" not in html
    assert Elements(html).ids.count("id_name") == 1


@pytest.mark.parametrize("name", ["name", "glory", "played_on", "notes", "find", "photo", "counts"])
def test_every_control_has_a_label(name):
    page = Elements(str(Sheet()))
    labels = [attrs.get("for") for tag, attrs in page.all if tag == "label"]
    assert labels.count(page.named(name)["id"]) == 1


def test_ids_are_unique_and_hidden_fields_are_there_once():
    html = str(wrong())
    page = Elements(html)
    assert len(page.ids) == len(set(page.ids))
    assert html.count('name="token"') == 1


def test_a_stepper_has_named_buttons_that_wait_for_their_script():
    html = str(Sheet()["glory"].as_field_group())
    buttons = [attrs for tag, attrs in Elements(html).all if tag == "button"]
    assert [button["data-step"] for button in buttons] == ["-1", "1"]
    assert all("hidden" in button and button["type"] == "button" for button in buttons)
    assert re.findall(r'aria-label="([^"]+)"', html) == ["Glory: one less", "Glory: one more"]
    assert 'inputmode="numeric"' in html


def test_a_day_is_written_as_the_browser_reads_it():
    page = Elements(str(Sheet({"played_on": "2026-02-28"})))
    assert page.named("played_on")["type"] == "date"
    assert page.named("played_on")["value"] == "2026-02-28"


def test_only_fields_that_may_stay_empty_say_so():
    assert "optional" in Sheet()["notes"].as_field_group()
    assert "optional" not in Sheet()["name"].as_field_group()
