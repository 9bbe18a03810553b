"""The filters of a leaderboard, as they stand in its address."""

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.ratings.models.standing import FEWEST_GAMES
from games.ratings.selectors.pages_leaderboard import LeaderboardFilter
from games.ratings.web.choosing import PoolChoice


def _games_or_more(number: int) -> str:
    return ngettext("%(number)d game or more", "%(number)d games or more", number) % {"number": number}


def _last_months(number: int) -> str:
    return ngettext("In the last %(number)d month", "In the last %(number)d months", number) % {
        "number": number
    }


games_or_more = lazy(_games_or_more, str)
last_months = lazy(_last_months, str)

LEAST_GAMES = [("", games_or_more(FEWEST_GAMES)), ("1", _("All, newcomers too"))] + [
    (str(number), games_or_more(number)) for number in (10, 20, 50, 100)
]
MONTHS = [("", _("At any time"))] + [(str(number), last_months(number)) for number in (3, 6, 12, 24)]


class PoolForm(forms.Form):
    """Which game, and among whom: what `chosen_pool` made of the address, whatever stood there."""

    system = forms.ChoiceField(label=_("Game"), required=False)
    scope = forms.ChoiceField(label=_("Among"), required=False)

    def __init__(self, data: QueryDict, *, choice: PoolChoice, is_bound: bool = True) -> None:
        shown = data.copy()
        shown["system"], shown["scope"] = choice.system, choice.scope
        super().__init__(shown if is_bound else None, initial=shown.dict())
        self.fields["system"].choices = choice.systems  # type: ignore[attr-defined]
        self.fields["scope"].choices = choice.scopes  # type: ignore[attr-defined]


class LeaderboardForm(PoolForm):
    name = forms.CharField(
        label=_("Player’s name"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    games = forms.TypedChoiceField(
        label=_("Games played"), required=False, choices=LEAST_GAMES, coerce=int, empty_value=None
    )
    months = forms.TypedChoiceField(
        label=_("Last played"), required=False, choices=MONTHS, coerce=int, empty_value=None
    )

    def wanted(self) -> LeaderboardFilter:
        """What can be understood of the address; a filter that cannot is shown with its error and left out."""
        self.full_clean()
        given = self.cleaned_data
        return LeaderboardFilter(
            least_games=given.get("games") or FEWEST_GAMES,
            months=given.get("months"),
            name=given.get("name", ""),
        )

    @property
    def is_narrowed(self) -> bool:
        return any(self.data.get(name) for name in ("name", "games", "months"))
