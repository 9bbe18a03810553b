"""Only the final scores: who sat there with which faction, and how many points each had in the end. A result without a
sheet, for people in a hurry; the sheet can be filled in later.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from caledonia_site.common.errors import NotAllowedError, UserError
from games.players.actors import Actor
from games.results.paths import dom_id
from games.results.services.errors import SpentKeyError
from games.results.services.new_games import ResultSeat
from games.results.services.record import record_result
from games.sheets.page import Mistake, form_mistakes
from games.sheets.record import Recorded, handed_over
from games.sheets.submission import Submission, name_problems, refused
from games.systems import label, words_of
from scoring.paths import seat_path
from scoring.preview import describe_finding, seat_names
from scoring.types import Violation, params

_TOTAL = re.compile(r"-?[0-9]{1,4}")
# Of the page, not of the sheet that may be filled in later.
_NOT_CARRIED = {"csrfmiddlewaretoken", "action", "rules", "shown_totals", "tie_asked"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsSeat:
    """One person or bot with what was typed; `tied`: somebody else has as many points."""

    index: int
    kind: str
    is_bot: bool
    name: str
    typed_name: str
    faction: str
    total: str
    tied: bool
    won_tie: bool
    name_errors: Sequence[str]
    faction_errors: Sequence[str]
    total_errors: Sequence[str]


class Totals:
    """What was posted of final scores. Names, people and circumstances are those of any sheet (`submission`)."""

    def __init__(self, submission: Submission, *, check: bool) -> None:
        self.submission = submission
        self.description = submission.ruleset.description
        self._check = check
        bots = {kind.key for kind in self.description.seat_kinds if kind.bot}
        self._is_bot = [kind in bots for kind in submission.values.kinds]

    @property
    def posted(self) -> QueryDict:
        return self.submission.posted

    @cached_property
    def faction_field(self) -> str:
        return self.description.dimension

    @cached_property
    def factions(self) -> list[tuple[str, str]]:
        """Those one can choose, with their names in the order of the alphabet."""
        field = next((field for field in self.description.seat if field.key == self.faction_field), None)
        if field is None:
            return []
        system = self.description.key
        named = [(str(key), str(label(system, f"choice.{field.key}.{key}"))) for key in field.choices]
        return sorted(named, key=lambda choice: choice[1])

    @cached_property
    def numbers(self) -> list[int | None]:
        typed = [self._typed(seat, "total").replace("−", "-") for seat in self._seats]
        return [int(text) if _TOTAL.fullmatch(text) else None for text in typed]

    @cached_property
    def tied(self) -> set[int]:
        """The totals that several have."""
        counted = Counter(number for number in self.numbers if number is not None)
        return {number for number, holders in counted.items() if holders > 1}

    @property
    def must_ask_for_tie(self) -> bool:
        return bool(self.tied) and self.posted.get("tie_asked") != "yes"

    @cached_property
    def errors(self) -> dict[str, list[str]]:
        """By path; nothing before somebody wants to record."""
        found: dict[str, list[str]] = {}
        for path, message in self._problems() if self._check else ():
            found.setdefault(path, []).append(message)
        return found

    @property
    def is_valid(self) -> bool:
        return not self.errors and self.submission.circumstances.is_valid()

    @cached_property
    def seats(self) -> list[TotalsSeat]:
        names = self._names
        return [
            TotalsSeat(
                index=seat,
                kind=self.submission.values.kinds[seat],
                is_bot=self._is_bot[seat],
                name=names[seat],
                typed_name=self.submission.values.names[seat],
                faction=self._faction(seat),
                total=self._typed(seat, "total"),
                tied=self.numbers[seat] in self.tied,
                won_tie=self._won(seat),
                name_errors=self.errors.get(seat_path(seat, "player"), ()),
                faction_errors=self.errors.get(seat_path(seat, self.faction_field), ()),
                total_errors=self.errors.get(seat_path(seat, "total"), ()),
            )
            for seat in self._seats
        ]

    @cached_property
    def results(self) -> list[ResultSeat]:
        """Of a valid one."""
        scores = [(number or 0, self._won(seat)) for seat, number in enumerate(self.numbers)]
        return [
            ResultSeat(
                total=scores[seat.index][0],
                place=1 + sum(score > scores[seat.index] for score in scores),
                faction=seat.faction,
                is_bot=seat.is_bot,
            )
            for seat in self.seats
        ]

    def carried(self) -> Iterator[tuple[str, str]]:
        """What a sheet had already, so that it is there when somebody goes back to it."""
        shown = {
            seat_path(seat, field)
            for seat in self._seats
            for field in ("kind", "player", "total", "won_tie", self.faction_field)
        }
        for name, values in self.posted.lists():
            if name not in shown | _NOT_CARRIED | {*self.submission.circumstances.fields}:
                for value in values:
                    yield name, value

    def mistakes(self) -> list[Mistake]:
        if not self._check:
            return []
        described = [
            Mistake(target=dom_id(path), called=self._called(path), message=message)
            for path, messages in self.errors.items()
            for message in messages
        ]
        return [*described, *form_mistakes(self.submission.circumstances)]

    @property
    def _seats(self) -> range:
        return self.submission.values.seats

    @cached_property
    def _names(self) -> Sequence[str]:
        values = self.submission.values
        return seat_names(self.description, values.kinds, values.names, words_of(self.description.key))

    def _typed(self, seat: int, field: str) -> str:
        return self.posted.get(seat_path(seat, field), "").strip()

    def _faction(self, seat: int) -> str:
        return self._typed(seat, self.faction_field) if self.faction_field else ""

    def _won(self, seat: int) -> bool:
        return self.numbers[seat] in self.tied and self._typed(seat, "won_tie") == "yes"

    def _called(self, path: str) -> str:
        seat = next(seat for seat in self._seats if path.startswith(f"{seat_path(seat, '')}"))
        return self._names[seat]

    def _problems(self) -> Iterator[tuple[str, str]]:
        system, words = self.description.key, words_of(self.description.key)
        named = name_problems(self.submission.values, self.submission.kept)
        for violation in (*named, *self._faction_problems(), *self._total_problems()):
            described = describe_finding(system, violation, self._names, words)
            yield described["path"], described["message"]
        for seat in self._seats:
            if not self._typed(seat, "total"):
                yield seat_path(seat, "total"), _("The final score is missing.")

    def _total_problems(self) -> Iterator[Violation]:
        for seat, number in enumerate(self.numbers):
            if number is None and self._typed(seat, "total"):
                yield Violation("not_a_whole_number", seat_path(seat, "total"))

    def _faction_problems(self) -> Iterator[Violation]:
        known = {key for key, _name in self.factions}
        holders: dict[str, int] = {}
        for seat in self._seats:
            faction = self._faction(seat)
            path = seat_path(seat, self.faction_field)
            if faction and faction not in known:
                yield Violation("not_a_choice", path)
            elif faction and (holder := holders.setdefault(faction, seat)) != seat:
                yield Violation("taken", path, params(seat=holder))


def record_totals(
    *, actor: Actor, totals: Totals, idempotency_key: UUID, edit_secret: str, device: str
) -> Recorded | Totals:
    """As `record_submission`: the game, handed over to whoever waits for it, or the same with what is wrong."""
    submission = totals.submission
    if not totals.is_valid:
        return totals
    with transaction.atomic():
        try:
            game = record_result(
                actor=actor,
                system=totals.description.key,
                seats=totals.results,
                circumstances=submission.circumstances.circumstances(),
                people=submission.people,
                club=submission.circumstances.chosen_club,
                idempotency_key=idempotency_key,
                edit_secret="" if actor.is_authenticated else edit_secret,
                device=device,
            )
        except (NotAllowedError, SpentKeyError):
            raise
        except UserError as error:
            return Totals(refused(submission, error), check=True)
        return handed_over(actor, submission.posted, game)
