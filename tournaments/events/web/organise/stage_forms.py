"""The stages of a tournament as a form: as many blocks as there are stages."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from caledonia_site.common.forms.widgets import StepperInput
from scoring.types import Violation
from tournaments.events.wording import BYE_POINTS, FIRST_ROUNDS, KINDS, describe_mistake
from tournaments.formats.stages import MOST_ROUNDS, Kind, Stage, check_stages, read_stage
from tournaments.pairing.sizes import LARGEST, SMALLEST
from tournaments.shared.web.fields import PointsField
from tournaments.shared.wording import SCHEMES, SHARED_PLACES, TIE_BREAKERS
from tournaments.standings.schemes import SCHEMES as SCHEME_VALUES
from tournaments.standings.tiebreakers import LOT

TIE_BREAKERS_ASKED = 6
MOST_STAGES = 6
_TIES = [f"tie_breaker_{number}" for number in range(1, TIE_BREAKERS_ASKED + 1)]
_STAGE = re.compile(r"stages\[(\d+)\]\.(.*)")
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


class StageForm(forms.Form):
    kind = forms.ChoiceField(label=_("Format"), choices=list(KINDS.items()))
    rounds = _number(
        _("Rounds"), 1, MOST_ROUNDS, help_text=_("Of Swiss rounds, heats and a final; others have their own.")
    )
    advance = _number(
        _("Go on to the next stage"), 0, 1000, help_text=_("So many of all its players; 0 in the last stage.")
    )
    first_round = forms.ChoiceField(label=_("First round"), choices=list(FIRST_ROUNDS.items()))
    table_size = forms.TypedChoiceField(
        label=_("Players at a table"),
        choices=[(seats, seats) for seats in range(LARGEST, SMALLEST - 1, -1)],
        coerce=int,
    )
    group_size = _number(
        _("Players in a group"), 3, 16, help_text=_("About so many, where there are groups.")
    )
    scheme = forms.ChoiceField(label=_("Points"), choices=list(SCHEMES.items()))
    values_4 = PointsField(label=_("Points at a table of four"), required=False, max_length=60)
    values_3 = PointsField(label=_("Points at a table of three"), required=False, max_length=60)
    values_2 = PointsField(label=_("Points at a table of two"), required=False, max_length=60)
    shared_places = forms.ChoiceField(label=_("Who share a place get"), choices=list(SHARED_PLACES.items()))
    scale_short_tables = forms.BooleanField(
        label=_("A win at a smaller table is worth as much as at a table of four"), required=False
    )
    bye_points = forms.ChoiceField(
        label=_("A round without a table is worth"), choices=list(BYE_POINTS.items())
    )
    forfeit_points = forms.CharField(label=_("Points of who forfeits"), max_length=10)
    best_games = _number(
        _("Only the best games count"), 1, 100, required=False, help_text=_("How many; empty: all.")
    )
    games_per_opponent = _number(
        _("Games against the same opponent that count"), 1, 100, required=False, help_text=_("Empty: all.")
    )
    minimum_games = _number(_("Games needed for a place in the table"), 0, 100)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = [(key, name) for key, name in TIE_BREAKERS.items() if key != "lot"]
        for number, name in enumerate(_TIES, start=1):
            self.fields[name] = forms.ChoiceField(
                label=_("Tie-breaker %(number)s") % {"number": number},
                choices=[("", pgettext_lazy("a tie-breaker", "None")), *chosen],
                required=False,
            )
        self.stage: Stage | None = None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            read = read_stage(_raw(cleaned))
            self.stage = read.stage
            self.put_violations(read.violations)
        return cleaned

    def put_violations(self, violations: Iterable[Violation]) -> None:
        """Each at its field; a field that could not be read has said so already."""
        for violation in violations:
            name = self._field_of(violation.path.removeprefix("rules."))
            if name not in self.errors:
                self.add_error(name if name in self.fields else None, describe_mistake(violation, {}))

    def _field_of(self, path: str) -> str:
        name, index = path.partition("[")[0], _INDEX.search(path)
        if name == "values" and index:
            return f"values_{index[1]}"
        if name == "tie_breakers" and index:
            return [name for name in _TIES if self.cleaned_data.get(name)][int(index[1])]
        return name

    # What the template asks for.

    @property
    def first_fields(self) -> list[Any]:
        return [self[name] for name in ("kind", "rounds", "advance", "first_round")]

    @property
    def sections(self) -> list[dict[str, Any]]:
        points = ("scheme", "values_4", "values_3", "values_2", "shared_places", "scale_short_tables")
        named = [
            (_("Tables and groups"), ("table_size", "group_size")),
            (_("Points"), (*points, "bye_points", "forfeit_points")),
            (_("Which games of a player count"), ("best_games", "games_per_opponent", "minimum_games")),
            (_("Ties"), _TIES),
        ]
        return [
            {
                "title": title,
                "fields": [self[name] for name in names],
                "is_open": any(name in self.errors for name in names),
            }
            for title, names in named
        ]


def read_stages(forms_: Sequence[StageForm]) -> list[Stage] | None:
    """All stages if nothing is wrong, by themselves and one after the other; else None, said at the fields."""
    wrong = [form for form in forms_ if not form.is_valid()]
    if wrong:
        return None
    stages = [form.stage for form in forms_ if form.stage is not None]
    violations = check_stages(stages)
    put_stage_violations(forms_, violations)
    return None if violations else stages


def put_stage_violations(forms_: Sequence[StageForm], violations: Iterable[Violation]) -> None:
    for violation in violations:
        if match := _STAGE.fullmatch(violation.path):
            forms_[int(match[1])].put_violations([violation._replace(path=match[2])])


def stage_values(stage: Stage) -> dict[str, Any]:
    """A stage as the form shows it."""
    rules = stage.rules
    known = SCHEME_VALUES[rules.scheme.key].values
    values = {
        f"values_{seats}": [str(value) for value in row]
        for seats, row in rules.scheme.values.items()
        if tuple(row) != tuple(known[seats])
    }
    chain = [key for key in rules.chain if key != "lot"]
    return {
        "kind": stage.kind.value,
        "rounds": stage.rounds,
        "advance": stage.advance,
        "first_round": stage.first_round.value,
        "table_size": stage.table_size,
        "group_size": stage.group_size,
        "scheme": rules.scheme.key,
        "shared_places": rules.shared_places.value,
        "scale_short_tables": rules.scale_short_tables,
        "bye_points": rules.bye_points.value,
        "forfeit_points": str(rules.forfeit_points),
        "best_games": rules.best_games,
        "games_per_opponent": rules.games_per_opponent,
        "minimum_games": rules.minimum_games,
        **values,
        **dict(zip(_TIES, chain, strict=False)),
    }


def new_stage_values(*, is_first: bool) -> dict[str, Any]:
    """What most often comes next: a final table."""
    return stage_values(Stage(kind=Kind.SWISS if is_first else Kind.FINAL))


def _raw(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    ties = [cleaned[name] for name in _TIES if cleaned.get(name)]
    values = {str(seats): cleaned.get(f"values_{seats}") for seats in range(SMALLEST, LARGEST + 1)}
    rules = {
        "scheme": cleaned["scheme"],
        "values": {seats: row for seats, row in values.items() if row},
        "shared_places": cleaned["shared_places"],
        "scale_short_tables": cleaned["scale_short_tables"],
        # As they are stored: a stage that has begun is compared with itself.
        "tie_breakers": [*ties, LOT],
        "best_games": cleaned["best_games"],
        "games_per_opponent": cleaned["games_per_opponent"],
        "minimum_games": cleaned["minimum_games"],
        "bye_points": cleaned["bye_points"],
        "forfeit_points": cleaned["forfeit_points"].replace(",", ".").replace("−", "-"),
    }
    names = ("kind", "rounds", "advance", "first_round", "table_size", "group_size")
    return {name: cleaned[name] for name in names} | {"rules": rules}
