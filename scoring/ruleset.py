"""The contract every game system fulfils, and the part of it they all share.

The site knows only `Ruleset`: it asks `description` how the sheet looks, `check` whether a raw sheet is
good, `score` for the result, and `vocabulary` which words it must have. A new system is a package of its own
and one line in `registry.py`.

Most systems derive from `DescribedRuleset`, which reads and checks a raw sheet by the description alone; the
system adds the types of its sheet, the rules that tie fields together, and the scoring.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Generic, Protocol

from scoring.description import Description
from scoring.reader import READER_CODES, Reader, raw_of
from scoring.types import Breakdown, Checked, JsonObject, Outcome, SheetT, SheetValues, Violation
from scoring.vocabulary import Code, Vocabulary, labels_of


class Ruleset(Protocol[SheetT]):
    """A game system. All of it is pure: same input, same answer, no state."""

    @property
    def description(self) -> Description:
        """How the sheet looks: plain data. Its `key` and `version` name the engine in stored results."""
        ...

    @property
    def vocabulary(self) -> Vocabulary:
        """Every label key and every code the site needs words for."""
        ...

    def check(self, raw: object, *, through: str | None = None, partial: bool = False) -> Checked[SheetT]:
        """Read a raw sheet: any JSON value at all, never an exception.

        `through` is the last round played (by default the last there is); later rounds need not be filled.
        `partial` is for a sheet still being filled: blanks are reported as missing instead of as violations,
        and a sheet is given even when some values are bad (those count as blank).
        """
        ...

    def score(self, sheet: SheetT) -> Breakdown:
        """Score what `check` gave. Never fails."""
        ...

    def evaluate(self, raw: object, *, through: str | None = None, partial: bool = False) -> Outcome:
        """Check and score in one step."""
        ...

    def values_of(self, sheet: SheetT) -> SheetValues:
        """What the sheet was built from."""
        ...

    def compared(self, sheet: SheetT) -> Mapping[str, tuple[str, ...]]:
        """The lines that compare the seats of this sheet, each with the fields it compares them in."""
        ...

    def to_raw(self, sheet: SheetT) -> JsonObject:
        """The raw sheet again, tidied; checking it gives an equal sheet."""
        ...


class DescribedRuleset(ABC, Generic[SheetT]):
    """A game system whose raw sheet is read by its description."""

    description: Description
    codes: tuple[Code, ...]
    # Label keys beyond those of the description, such as the names of an award.
    more_labels: tuple[str, ...] = ()

    @abstractmethod
    def build(self, values: SheetValues) -> SheetT:
        """The typed sheet of well-formed values (blanks at their defaults)."""

    @abstractmethod
    def violations(self, sheet: SheetT, *, partial: bool) -> Iterable[Violation]:
        """Rules between fields that the sheet breaks.

        Of a partial sheet only those that filling in more fields cannot mend.
        """

    @abstractmethod
    def warnings(self, sheet: SheetT) -> Iterable[Violation]:
        """Values that are possible but should be confirmed."""

    def needed(self, sheet: SheetT) -> Iterable[str]:
        """Paths of blanks that only this sheet's other values make necessary, such as a tie-break's."""
        return ()

    @abstractmethod
    def values_of(self, sheet: SheetT) -> SheetValues:
        """What the sheet was built from."""

    @abstractmethod
    def score(self, sheet: SheetT) -> Breakdown:
        """Score a sheet that `check` gave."""

    def compared(self, sheet: SheetT) -> Mapping[str, tuple[str, ...]]:
        """By default what the description says, whatever else stands on the sheet."""
        return compared_lines(self.description)

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.description)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        labels = (*labels_of(self.description), *self.more_labels)
        return Vocabulary(labels, (*READER_CODES, *self.codes))

    def check(self, raw: object, *, through: str | None = None, partial: bool = False) -> Checked[SheetT]:
        values, violations, warnings, missing = self.reader.read(raw, through=through, partial=partial)
        if values is None:
            return Checked(None, violations, warnings, missing)
        sheet = self.build(values)
        violations += tuple(self.violations(sheet, partial=partial))
        warnings += tuple(self.warnings(sheet))
        needed = tuple(self.needed(sheet))
        if partial:
            return Checked(sheet, violations, warnings, missing + needed)
        violations += tuple([Violation("required", path) for path in needed])
        return Checked(None if violations else sheet, violations, warnings, missing)

    def evaluate(self, raw: object, *, through: str | None = None, partial: bool = False) -> Outcome:
        sheet, violations, warnings, missing = self.check(raw, through=through, partial=partial)
        return Outcome(None if sheet is None else self.score(sheet), violations, warnings, missing)

    def to_raw(self, sheet: SheetT) -> JsonObject:
        return raw_of(self.description.key, self.values_of(sheet))


def compared_lines(description: Description) -> dict[str, tuple[str, ...]]:
    return {line.key: line.fields for line in description.lines if line.compares}
