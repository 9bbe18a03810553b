"""Formats to begin with: a choice instead of a dozen settings, all of which can be changed afterwards.

Setting up a tournament, and changing what it says about itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.forms.widgets import DayInput, StepperInput
from games.systems import default_system, label
from scoring import registry
from scoring.types import Violation
from tournaments.events.configuration import (
    MOST_WEIGHT,
    EventConfiguration,
    SetupPlan,
    check_event_configuration,
    offered_choices,
)
from tournaments.events.enums import Admission
from tournaments.events.models import Event
from tournaments.events.services.events import EventDetails
from tournaments.events.wording import WEIGHTS, told_mistake
from tournaments.formats.stages import MOST_ROUNDS, Kind, Stage
from tournaments.leagues.services.errors import EndsBeforeStartError
from tournaments.pairing.request import Weights
from tournaments.shared.wording import Text, system_name
from tournaments.standings.rules import Rules

FINAL = Stage(kind=Kind.FINAL)


@dataclass(frozen=True, slots=True)
class Preset:
    """`stages` for so many rounds as the organiser says."""

    name: Text
    hint: Text
    stages: tuple[Stage, ...]

    def of_rounds(self, rounds: int) -> tuple[Stage, ...]:
        """Stages that know their own rounds keep them; of heats about two thirds count."""
        return tuple(_with_rounds(stage, rounds) for stage in self.stages)


def _with_rounds(stage: Stage, rounds: int) -> Stage:
    if stage.kind is Kind.HEATS:
        best = max(1, (2 * rounds + 1) // 3)
        return replace(stage, rounds=rounds, rules=replace(stage.rules, best_games=best))
    return replace(stage, rounds=rounds) if stage.kind is Kind.SWISS else stage


PRESETS: dict[str, Preset] = {
    "swiss_final": Preset(
        _("Swiss rounds and a final table"),
        _("Everybody plays every round; the first four play a final."),
        (Stage(kind=Kind.SWISS, rounds=4, advance=4), FINAL),
    ),
    "swiss": Preset(
        _("Swiss rounds"),
        _("Everybody plays every round, equal scores meet; the standings decide."),
        (Stage(kind=Kind.SWISS, rounds=4),),
    ),
    "groups_knockout": Preset(
        _("Groups, then a knockout"),
        _("Balanced groups of about seven; the first sixteen play on, two of each table survive."),
        (Stage(kind=Kind.GROUPS, advance=16), Stage(kind=Kind.KNOCKOUT)),
    ),
    "heats": Preset(
        _("Heats"),
        _("Come and go as you like; only the best games of each player count."),
        (Stage(kind=Kind.HEATS, rounds=4, rules=Rules(best_games=3)),),
    ),
    "round_robin": Preset(
        _("Balanced round robin"),
        _("For small fields: everybody meets everybody about equally often."),
        (Stage(kind=Kind.ROUND_ROBIN),),
    ),
}


MOST_PLAYERS = 2000
LONGEST_ROUND = 600


class EventForm(forms.Form):
    """What is asked of everybody who sets one up; the rest has defaults."""

    name = forms.CharField(label=_("Name of the tournament"), max_length=80)
    starts_on = forms.DateField(label=_("First day"), widget=DayInput)
    ends_on = forms.DateField(label=_("Last day"), widget=DayInput)
    admission = forms.ChoiceField(
        label=_("Who may register?"), choices=Admission.choices, widget=forms.RadioSelect
    )
    cap = forms.IntegerField(
        label=_("Most players"),
        min_value=2,
        max_value=MOST_PLAYERS,
        required=False,
        widget=StepperInput,
        help_text=_("Empty: no limit. Who comes later stands on a waiting list and moves up."),
    )
    needs_check_in = forms.BooleanField(
        label=_("Players check in"),
        required=False,
        help_text=_("Only who is there is drawn. Without it everybody on the list is."),
    )
    shows_names = forms.BooleanField(
        label=_("Show players’ names to everyone"),
        required=False,
        help_text=_(
            "On all pages of this tournament, also to people who aren’t signed in. Players read this before they "
            "register. Anyone who hides their name from everyone stays “a player”. Off: as each player chose."
        ),
    )
    fee_note = forms.CharField(
        label=_("Entry fee"),
        max_length=200,
        required=False,
        help_text=_("Told on the page; the site collects no money."),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        min_value=1,
        max_value=LONGEST_ROUND,
        required=False,
        widget=StepperInput,
        help_text=_("Empty: no clock."),
    )
    place = forms.CharField(label=_("Place"), max_length=200, required=False)
    is_online = forms.BooleanField(label=_("Played online"), required=False)
    description = forms.CharField(
        label=_("Description"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    FOLDED: tuple[tuple[Any, tuple[str, ...]], ...] = (
        (_("Registration"), ("admission", "cap", "needs_check_in", "shows_names", "fee_note")),
        (_("Place and clock"), ("place", "is_online", "round_minutes")),
        (_("Description"), ("description",)),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", str(EndsBeforeStartError()))
        return cleaned

    @property
    def sections(self) -> list[dict[str, Any]]:
        """Behind the fold; a section with a mistake is open."""
        return [
            {
                "title": title,
                "fields": [self[name] for name in names],
                "is_open": any(name in self.errors for name in names),
            }
            for title, names in self.FOLDED
        ]

    def _said(self) -> dict[str, Any]:
        data = self.cleaned_data
        names = [
            "name", "starts_on", "ends_on", "description", "place", "is_online", "fee_note", "cap",
            "needs_check_in", "shows_names", "round_minutes",
        ]  # fmt: skip
        return {name: data[name] for name in names} | {"admission": Admission(data["admission"])}


class NewEventForm(EventForm):
    """Four answers are enough."""

    system = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    preset = forms.ChoiceField(label=_("How do you play?"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        widget=StepperInput,
        help_text=_("Of the Swiss rounds or heats. A schedule and a knockout have their own number."),
    )
    field_order = ["name", "system", "starts_on", "ends_on", "preset", "rounds"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        systems = [ruleset.description.key for ruleset in registry.systems()]
        self.fields["system"].choices = [(key, system_name(key)) for key in systems]  # type: ignore[attr-defined]
        self.fields["preset"].choices = [  # type: ignore[attr-defined]
            (key, format_html("<span>{}<br><small>{}</small></span>", one.name, one.hint))
            for key, one in PRESETS.items()
        ]

    def details(self) -> EventDetails:
        return EventDetails(system=self.cleaned_data["system"], **self._said())

    def stages(self) -> tuple[Stage, ...]:
        return PRESETS[self.cleaned_data["preset"]].of_rounds(self.cleaned_data["rounds"])

    @staticmethod
    def first_values(today: date) -> dict[str, Any]:
        return {
            "system": default_system(),
            "preset": "swiss_final",
            "rounds": 4,
            "starts_on": today,
            "ends_on": today,
            "admission": Admission.MEMBERS,
            "needs_check_in": True,
        }


class SettingsForm(EventForm):
    """Everything but the game and the stages; `version` is that of the tournament as it was shown."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    setup_fields = forms.MultipleChoiceField(
        label=_("Drawn for every round, the same at every table"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    setup_offer = forms.IntegerField(
        label=_("Clans on offer"),
        min_value=0,
        required=False,
        widget=StepperInput,
        help_text=_("So many are drawn for every round, also for the auction. 0: any clan."),
    )
    setup_expansions = forms.BooleanField(
        label=_("Also draw what comes from expansions"),
        required=False,
        help_text=_("Only if every table has the boxes."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        system = event.system
        setup = registry.get(system).description.setup
        self.fields["setup_fields"].choices = [  # type: ignore[attr-defined]
            (one.key, label(system, f"field.{one.key}")) for one in setup
        ]
        if not setup:
            del self.fields["setup_fields"]
        if not offered_choices(system, expansions=True):
            del self.fields["setup_offer"]
        if not setup and "setup_offer" not in self.fields:
            del self.fields["setup_expansions"]
        for one in fields(Weights):
            name, hint = WEIGHTS[one.name]
            self.fields[f"weight_{one.name}"] = forms.IntegerField(
                label=str(name), help_text=str(hint), min_value=0, max_value=MOST_WEIGHT, widget=StepperInput
            )
        drawn = tuple(name for name in self.fields if name.startswith("setup_"))
        weights = tuple(name for name in self.fields if name.startswith("weight_"))
        set_up = ((_("Set-up, the same at every table"), drawn),) if drawn else ()
        self.FOLDED = (*self.FOLDED, *set_up, (_("What the draw avoids, and how much"), weights))

    def clean(self) -> dict[str, Any]:
        """Also what the services would say: nobody likes to be sent back twice."""
        cleaned = super().clean()
        if not self.errors:
            wrong = check_event_configuration(self.configuration(), system=self.event.system)
            self.put_violations(wrong)
        return cleaned

    def put_violations(self, violations: Iterable[Violation]) -> None:
        for one in violations:
            name = one.path.replace("weights.", "weight_").replace("setup.", "setup_")
            self.add_error(name if name in self.fields else None, told_mistake(one, {}))

    def configuration(self) -> EventConfiguration:
        data = self.cleaned_data
        return EventConfiguration(
            weights=Weights(**{one.name: data[f"weight_{one.name}"] for one in fields(Weights)}),
            setup=SetupPlan(
                fields=tuple(data.get("setup_fields", ())),
                offer=data.get("setup_offer") or 0,
                expansions=data.get("setup_expansions", False),
            ),
        )

    def details(self) -> EventDetails:
        return EventDetails(system=self.event.system, configuration=self.configuration(), **self._said())


def settings_values(event: Event) -> dict[str, Any]:
    """A tournament as the form shows it."""
    wanted = event.configuration
    return {
        **{name: getattr(event, name) for name in EventForm.base_fields},
        **{f"weight_{one.name}": getattr(wanted.weights, one.name) for one in fields(Weights)},
        "setup_fields": list(wanted.setup.fields),
        "setup_offer": wanted.setup.offer,
        "setup_expansions": wanted.setup.expansions,
        "version": event.version,
    }
