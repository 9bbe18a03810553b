"""Forms by which an organiser changes the tables of a round."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.players.models.player import ShownPlayer
from games.players.names import normalised
from tournaments.selectors.events.rounds import RoundView, TableView

BYE = "bye"
# Everybody is offered every seat, so the lists grow with the square of this.
MOST_AT_ONCE = 24


class Seated(NamedTuple):
    """Somebody of the round, and where they are: "2.3" is the third seat of table 2."""

    entry_id: str
    shown: ShownPlayer
    place: str


def is_settled(table: TableView) -> bool:
    """With a result, or an organiser's word on it: it stays as it is."""
    return bool(table.table.game_id or table.table.decision)


class ChooseTablesForm(forms.Form):
    """Of a large round a few tables are changed at a time: by their numbers, or by who sits there."""

    tables = forms.CharField(
        label=gettext_lazy("Which tables?"),
        help_text=gettext_lazy("Their numbers, or names of people who sit there, with commas: 3, 17, Anna."),
        max_length=200,
    )

    def __init__(self, *args: Any, view: RoundView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._view = view

    def clean_tables(self) -> list[int]:
        numbers: set[int] = set()
        parts = [one.strip() for one in self.cleaned_data["tables"].replace(";", ",").split(",")]
        if not any(parts):
            raise forms.ValidationError(self.fields["tables"].error_messages["required"])
        for part in parts:
            if all(one.isdecimal() for one in part.split()):
                numbers.update(int(one) for one in part.split())
            elif any(letter.isalpha() for letter in part):
                numbers.update(self._tables_of(part))
            else:
                raise forms.ValidationError(_("There is no table %(number)s."), params={"number": part})
        known = {one.number: one for one in self._view.tables}
        for number in sorted(numbers):
            if number not in known:
                raise forms.ValidationError(_("There is no table %(number)s."), params={"number": number})
            if is_settled(known[number]):
                raise forms.ValidationError(
                    _("Table %(number)s has a result and stays as it is."), params={"number": number}
                )
        if len(numbers) > MOST_AT_ONCE:
            raise forms.ValidationError(
                _("At most %(most)s tables at a time."), params={"most": MOST_AT_ONCE}
            )
        return sorted(numbers)

    def _tables_of(self, name: str) -> list[int]:
        """Where people of that name sit. Who has no table is offered anyway."""
        words = normalised(name).split()

        def is_meant(shown: ShownPlayer) -> bool:
            return all(word in normalised(shown.name) for word in words)

        found = [one.number for one in self._view.tables if any(is_meant(seat.shown) for seat in one.seats)]
        if not found and not any(is_meant(bye.shown) for bye in self._view.byes):
            raise forms.ValidationError(
                _("Nobody in this round is called “%(name)s”."), params={"name": name}
            )
        return found


class TablesForm(forms.Form):
    """One choice for each player. Who share a seat sit one after the other, so moving somebody needs one change.

    `table_numbers` may be changed; `others` are the tables that stay, with their players in seat order.
    """

    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        people: Sequence[Seated],
        table_numbers: Sequence[int],
        others: Mapping[int, list[str]],
        seats: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.table_numbers, self.others = people, table_numbers, others
        choices = [
            (
                _("Table %(number)s") % {"number": table},
                [
                    (f"{table}.{seat}", _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": seat})
                    for seat in range(1, seats + 1)
                ],
            )
            for table in table_numbers
        ]
        for one in people:
            self.fields[f"place-{one.entry_id}"] = forms.ChoiceField(
                label=one.shown.name, choices=[*choices, (BYE, _("No table"))], initial=one.place
            )

    @property
    def player_fields(self) -> list[Any]:
        return [self[f"place-{one.entry_id}"] for one in self.people]

    def wanted(self) -> tuple[list[list[str]], list[str]]:
        """Tables in the order of their numbers with players in seat order, and who has no table."""
        places = {one.entry_id: self.cleaned_data[f"place-{one.entry_id}"] for one in self.people}
        byes = [key for key, place in places.items() if place == BYE]
        seated = {key: place.split(".") for key, place in places.items() if place != BYE}
        tables: dict[int, list[str]] = {number: [] for number in self.table_numbers}
        sat = {one.entry_id: one.place for one in self.people}
        # Of those in one seat who comes there sits behind who was there.
        for key in sorted(seated, key=lambda one: (int(seated[one][1]), places[one] != sat[one])):
            tables[int(seated[key][0])].append(key)
        tables.update(self.others)
        in_order = [tables.get(number, []) for number in range(1, max(tables) + 1)]
        while in_order and not in_order[-1]:
            in_order.pop()
        return in_order, byes
