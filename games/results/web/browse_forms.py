"""The filters of the list of games, as they stand in its address."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.forms.widgets import DayInput
from games.clubs.models import Club
from games.clubs.selectors.clubs import names_of_clubs
from games.players.models import Player
from games.players.viewers import Viewer
from games.results.enums import GameState
from games.results.selectors.games import GameFilter, GameSort
from games.systems import label
from scoring import registry

# More clubs than this do not fit a list to choose from; each club's own page leads to its games.
MOST_CLUBS = 100
ANY = _("Any")
SORTS = [
    (GameSort.NEWEST, _("Newest first")),
    (GameSort.OLDEST, _("Oldest first")),
    (GameSort.HIGHEST, _("Highest score first")),
    (GameSort.CLOSEST, _("Closest first")),
]
Choices = list[Any]


class GameFilterForm(forms.Form):
    name = forms.CharField(
        label=_("Player’s name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    system = forms.ChoiceField(label=_("Game"), required=False)
    dimension = forms.ChoiceField(required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("Until"), required=False, widget=DayInput)
    seats = forms.TypedChoiceField(label=_("Seats"), required=False, coerce=int, empty_value=None)
    option = forms.ChoiceField(label=_("Module or variant"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False, choices=[("", ANY), *GameState.choices])
    sort = forms.ChoiceField(label=_("Order"), required=False, choices=SORTS)
    player = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)

    def __init__(self, data: Any, *, viewer: Viewer, club: Club | None, player: Player | None) -> None:
        """`club` and `player` are what the address names, already checked to be the viewer's to see."""
        super().__init__(data)
        self.chosen_club = club
        self.chosen_player = player
        clubs = list(names_of_clubs(viewer=viewer)[:MOST_CLUBS])
        if club and (club.slug, club.name) not in clubs:
            clubs.append((club.slug, club.name))
        self._offer("club", clubs)
        self.fields["dimension"].label = faction_names()
        known = [system.description.key for system in registry.systems()]
        system = data.get("system") if data.get("system") in known else None
        for name, choices in _offered_by_rules(system, get_language()).items():
            self._offer(name, choices)

    def _offer(self, name: str, choices: Choices) -> None:
        self.fields[name].choices = [("", ANY), *choices]  # type: ignore[attr-defined]

    def filters(self) -> GameFilter:
        """What can be understood of the address; a filter that cannot is shown with its error and left out."""
        self.full_clean()
        given = {key: value for key, value in self.cleaned_data.items() if value not in (None, "")}
        option = given.get("option", "").partition(":")
        return GameFilter(
            system=given.get("system", ""),
            since=given.get("since"),
            until=given.get("until"),
            club=self.chosen_club,
            player=self.chosen_player,
            name=given.get("name", ""),
            faction=given.get("dimension", ""),
            seats=given.get("seats"),
            option=(option[0], option[2]) if option[2] else None,
            state=given.get("state", ""),
            sort=GameSort(given.get("sort", GameSort.NEWEST)),
        )

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the order is chosen."""
        return any(value for key, value in self.data.items() if key in self.fields and key != "sort")


@lru_cache(maxsize=100)
def _offered_by_rules(system: str | None, _language: str | None) -> Mapping[str, Choices]:
    """Kept in each language: to name them anew for every visitor took a tenth of the time of the page."""
    descriptions = [description.description for description in registry.systems()]
    chosen = [description for description in descriptions if description.key == system] or descriptions
    most = max(description.most_seats for description in descriptions)
    return {
        "system": [
            (description.key, str(label(description.key, f"system.{description.key}")))
            for description in descriptions
        ],
        "dimension": _by_system(chosen, _factions),
        "option": _by_system(chosen, _options),
        "seats": [(number, number) for number in range(1, most + 1)],
    }


def _by_system(descriptions: Iterable[Any], choices_of: Any) -> Choices:
    """Grouped by game system; without groups when there is only one."""
    groups = [
        (str(label(description.key, f"system.{description.key}")), choices_of(description))
        for description in descriptions
    ]
    groups = [(name, choices) for name, choices in groups if choices]
    return groups[0][1] if len(groups) == 1 else groups


def faction_names() -> str:
    """What the systems call that by which statistics are kept."""
    return _faction_names(get_language())


@lru_cache(maxsize=100)
def _faction_names(_language: str | None) -> str:
    known = [system.description for system in registry.systems()]
    names = [
        str(label(description.key, f"field.{description.dimension}"))
        for description in known
        if description.dimension
    ]
    return " / ".join(dict.fromkeys(names))


def _factions(description: Any) -> Choices:
    fields = [field for field in description.seat if field.key == description.dimension]
    return [
        (choice, str(label(description.key, f"choice.{field.key}.{choice}")))
        for field in fields
        for choice in field.choices
    ]


def _options(description: Any) -> Choices:
    choices: Choices = []
    for option in description.options:
        name = str(label(description.key, f"option.{option.key}"))
        if option.kind == "flag":
            choices.append((f"{option.key}:yes", name))
        else:
            choices += [
                (
                    f"{option.key}:{choice}",
                    f"{name}: {label(description.key, f'choice.{option.key}.{choice}')}",
                )
                for choice in option.choices
            ]
    return choices
