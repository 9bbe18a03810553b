"""Setting up and changing leagues and seasons."""

import re
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from caledonia_site.common.forms.widgets import DayInput, StepperInput
from scoring import registry
from scoring.types import Violation
from tournaments.leagues.configuration import GROUP_TABLES, SEAT_COUNTS, Configuration, check_configuration
from tournaments.leagues.enums import Enrolment, SeasonKind
from tournaments.leagues.models import League, Season
from tournaments.leagues.services.leagues import LeagueDetails
from tournaments.leagues.services.seasons import SeasonDetails, wrong_days
from tournaments.shared.web.fields import CheckboxSelectMultiple, PointsField
from tournaments.shared.wording import (
    SCHEMES,
    SHARED_PLACES,
    TIE_BREAKERS,
    describe_violation,
    system_name,
    variant_choices,
)
from tournaments.standings.rules import Rules, read_rules
from tournaments.standings.schemes import DEFAULT_SCHEME
from tournaments.standings.schemes import SCHEMES as SCHEME_VALUES
from tournaments.standings.tiebreakers import DEFAULT_TIE_BREAKERS

THREE_MONTHS = timedelta(days=91)
# One for each but the lot, which always comes last.
_TIE_FIELDS = [f"tie_breaker_{number}" for number in range(1, len(TIE_BREAKERS))]
_SETTINGS_FIELDS = {"required": "required_variants", "excluded": "excluded_variants"}
_NUMBERS = ("least_members", "seats", "group_size", "promoted", "relegated", "remind_days")
_LISTS = {"seat_counts": "seat_counts", **_SETTINGS_FIELDS}
_INDEX = re.compile(r"\[(\d+)\]")


def _number(label: Any, least: int, most: int, *, help_text: Any = "", required: bool = True) -> Any:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=required,
        help_text=help_text,
        widget=StepperInput,
    )


class SeasonForm(forms.Form):
    """Name and days are asked of everybody; the rest has defaults and stands behind "more settings"."""

    name = forms.CharField(label=_("Name of the season"), max_length=80)
    kind = forms.ChoiceField(
        label=_("How do you play?"), choices=SeasonKind.choices, widget=forms.RadioSelect
    )
    starts_on = forms.DateField(label=_("First day"), widget=DayInput)
    ends_on = forms.DateField(label=_("Last day"), widget=DayInput)
    enrolment = forms.ChoiceField(
        label=_("Who takes part?"), choices=Enrolment.choices, widget=forms.RadioSelect
    )

    scheme = forms.ChoiceField(label=_("Points"), choices=list(SCHEMES.items()))
    values_4 = PointsField(label=_("Points at a table of four"), required=False, max_length=60)
    values_3 = PointsField(label=_("Points at a table of three"), required=False, max_length=60)
    values_2 = PointsField(label=_("Points at a table of two"), required=False, max_length=60)
    shared_places = forms.ChoiceField(label=_("Who share a place get"), choices=list(SHARED_PLACES.items()))
    scale_short_tables = forms.BooleanField(
        label=_("A win at a smaller table is worth as much as at a table of four"), required=False
    )
    minimum_games = _number(_("Games needed for a place in the table"), 0, 100)
    best_games = _number(
        _("Only the best games count"), 1, 100, required=False, help_text=_("How many; empty: all.")
    )
    games_per_opponent = _number(
        _("Games against the same opponent that count"), 1, 100, required=False, help_text=_("Empty: all.")
    )

    least_members = _number(_("League members needed at the table"), 1, 4)
    seat_counts = forms.TypedMultipleChoiceField(
        label=_("Tables that count"),
        choices=[(seats, seats) for seats in SEAT_COUNTS],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    required_variants = forms.MultipleChoiceField(
        label=_("Only games played with"), required=False, widget=CheckboxSelectMultiple
    )
    excluded_variants = forms.MultipleChoiceField(
        label=_("No games played with"), required=False, widget=CheckboxSelectMultiple
    )

    seats = forms.TypedChoiceField(
        label=_("Players at a table"), choices=[(seats, seats) for seats in GROUP_TABLES[::-1]], coerce=int
    )
    group_size = _number(
        _("Players in a group"), 3, 16, help_text=_("7, 8, 13 and 16 give perfectly balanced schedules.")
    )
    promoted = _number(_("Go up from each group"), 0, 8)
    relegated = _number(_("Go down from each group"), 0, 8)
    remind_days = _number(
        _("Reminders by e-mail so many days before a deadline"), 0, 30, help_text=_("0: none.")
    )

    def __init__(
        self, *args: Any, league: League | None = None, season: Season | None = None, **kwargs: Any
    ) -> None:
        """Without a league (it is only being set up) variants of every game are offered; the page shows those of
        the chosen one. `season` is the one that is changed."""
        super().__init__(*args, **kwargs)
        self.league, self.season = league, season
        systems = [league.system] if league else [ruleset.description.key for ruleset in registry.systems()]
        choices = _variants_by_system(systems)
        for name in ("required_variants", "excluded_variants"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]
            self.fields[name].widget.systems = {system_name(key): key for key in systems}
        for number, name in enumerate(_TIE_FIELDS, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-breaker %(number)s") % {"number": number},
                choices=[("", pgettext_lazy("a tie-breaker", "None")), *_tie_breaker_choices()],
                required=False,
            )
        self._rules: Rules | None = None

    def clean(self) -> dict[str, Any]:
        """Everything at once, also what the services would say: nobody likes to be sent back twice."""
        cleaned: dict[str, Any] = super().clean() or {}
        read = read_rules(_raw_rules(cleaned))
        self._rules = read.rules
        system = self.league.system if self.league else cleaned.get("system", "")
        wrong = check_configuration(self.configuration(), system=system) if system else ()
        self.put_violations([*read.violations, *wrong])
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and (error := wrong_days(first, last, league=self.league, season=self.season)):
            self.add_error(error.field, str(error))
        return cleaned

    def put_violations(self, violations: Iterable[Violation]) -> None:
        """Each at its field; one that the form does not ask for above it."""
        for violation in violations:
            name = self._field_of(violation.path)
            # A field that could not be read has said so already.
            if name not in self.errors:
                self.add_error(name if name in self.fields else None, describe_violation(violation))

    def _field_of(self, path: str) -> str:
        """values[4][2] -> values_4, tie_breakers[1] -> the second one that was chosen, best_games -> best_games."""
        name = path.partition("[")[0]
        index = _INDEX.search(path)
        if name == "values" and index:
            return f"values_{index[1]}"
        if name == "tie_breakers" and index:
            return [name for name in _TIE_FIELDS if self.cleaned_data.get(name)][int(index[1])]
        return _SETTINGS_FIELDS.get(name, name)

    def configuration(self) -> Configuration:
        """A field that could not be read has said so; the default stands in for it."""
        data = self.cleaned_data
        given: dict[str, Any] = {name: data[name] for name in _NUMBERS if data.get(name) is not None}
        given |= {name: tuple(data[field]) for name, field in _LISTS.items() if field in data}
        return Configuration(rules=self._rules or Rules(), **given)

    def season_details(self) -> SeasonDetails:
        data = self.cleaned_data
        return SeasonDetails(
            name=data["name"],
            kind=SeasonKind(data["kind"]),
            starts_on=data["starts_on"],
            ends_on=data["ends_on"],
            enrolment=Enrolment(data["enrolment"]),
            configuration=self.configuration(),
        )

    # What the template asks for.

    FIRST = ("name", "kind", "starts_on", "ends_on")
    POINTS = ("scheme", "values_4", "values_3", "values_2", "shared_places", "scale_short_tables")
    COUNTING = ("minimum_games", "best_games", "games_per_opponent")
    OPEN = ("least_members", "seat_counts", "required_variants", "excluded_variants")
    GROUPS = ("seats", "group_size", "promoted", "relegated", "remind_days")

    @property
    def sections(self) -> list[dict[str, Any]]:
        """The settings behind the fold; a section with a mistake is open."""
        named = [
            (_("Who takes part"), ("enrolment",)),
            (_("Points"), self.POINTS),
            (_("Ties"), _TIE_FIELDS),
            (_("Which games of a player count"), self.COUNTING),
            (_("Open season: which games count"), self.OPEN),
            (_("Groups, promotion and relegation"), self.GROUPS),
        ]
        return [
            {
                "title": title,
                "fields": [self[name] for name in names],
                "is_open": any(name in self.errors for name in names),
            }
            for title, names in named
        ]


def _names_field() -> forms.BooleanField:
    return forms.BooleanField(
        label=_("Show players’ names to everyone"),
        required=False,
        help_text=_(
            "On all pages of this league, also to people who aren’t signed in. Players read this before they join. "
            "Anyone who hides their name from everyone stays “a player”. Off: as each player chose."
        ),
    )


class SetUpForm(SeasonForm):
    """A league with its first season: three answers are enough."""

    league_name = forms.CharField(label=_("Name of the league"), max_length=80)
    system = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    description = forms.CharField(
        label=_("Description"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    shows_names = _names_field()
    field_order = ["league_name", "system", "kind", "name", "starts_on", "ends_on"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        systems = [ruleset.description.key for ruleset in registry.systems()]
        self.fields["system"].choices = [(key, system_name(key)) for key in systems]  # type: ignore[attr-defined]

    def league_details(self) -> LeagueDetails:
        data = self.cleaned_data
        return LeagueDetails(
            name=data["league_name"],
            system=data["system"],
            description=data["description"],
            shows_names=data["shows_names"],
        )


class LeagueForm(forms.Form):
    name = forms.CharField(label=_("Name of the league"), max_length=80)
    description = forms.CharField(
        label=_("Description"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    shows_names = _names_field()


def first_values() -> dict[str, Any]:
    """The defaults of a first season: from today on, three months, everybody, 5-3-2-1."""
    today = timezone.localdate()
    return settings_values(Configuration()) | {
        "kind": SeasonKind.OPEN,
        "enrolment": Enrolment.EVERYBODY,
        "starts_on": today,
        "ends_on": today + THREE_MONTHS,
    }


def settings_values(configuration: Configuration) -> dict[str, Any]:
    """Stored settings as the form shows them."""
    rules = configuration.rules
    known = SCHEME_VALUES[rules.scheme.key].values
    values = {
        f"values_{seats}": [str(value) for value in row]
        for seats, row in rules.scheme.values.items()
        if tuple(row) != tuple(known[seats])
    }
    chain = [key for key in rules.chain if key != "lot"]
    ties = {f"tie_breaker_{number}": key for number, key in enumerate(chain, start=1)}
    return {
        "scheme": rules.scheme.key,
        "shared_places": rules.shared_places.value,
        "scale_short_tables": rules.scale_short_tables,
        "minimum_games": rules.minimum_games,
        "best_games": rules.best_games,
        "games_per_opponent": rules.games_per_opponent,
        "least_members": configuration.least_members,
        "seat_counts": list(configuration.seat_counts),
        "required_variants": list(configuration.required),
        "excluded_variants": list(configuration.excluded),
        "seats": configuration.seats,
        "group_size": configuration.group_size,
        "promoted": configuration.promoted,
        "relegated": configuration.relegated,
        "remind_days": configuration.remind_days,
        **values,
        **ties,
    }


def _raw_rules(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    ties = [cleaned.get(name) for name in _TIE_FIELDS]
    values = {str(seats): cleaned.get(f"values_{seats}") for seats in SEAT_COUNTS}
    return {
        "scheme": cleaned.get("scheme", DEFAULT_SCHEME),
        "values": {seats: row for seats, row in values.items() if row},
        "shared_places": cleaned.get("shared_places", "mean"),
        "scale_short_tables": bool(cleaned.get("scale_short_tables")),
        "tie_breakers": [key for key in ties if key] or list(DEFAULT_TIE_BREAKERS[-1:]),
        "best_games": cleaned.get("best_games"),
        "games_per_opponent": cleaned.get("games_per_opponent"),
        "minimum_games": cleaned.get("minimum_games") or 0,
    }


def _tie_breaker_choices() -> list[Any]:
    return [(key, name) for key, name in TIE_BREAKERS.items() if key != "lot"]


def _variants_by_system(systems: Iterable[str]) -> list[Any]:
    groups = [(system_name(system), variant_choices(system)) for system in systems]
    return groups[0][1] if len(groups) == 1 else groups
