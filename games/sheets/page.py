"""Everything a page with a sheet shows, from what was typed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.forms import Form
from django.http import QueryDict
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import parse_int
from games.results.paths import dom_id
from games.results.selectors.players import KnownPlayers
from games.results.web.cells import place_of
from games.sheets.controls import NOTHING_DRAWN, Drawn
from games.sheets.form import Group, SheetForm, TableGroup, build_form
from games.sheets.markup import Pad, fields
from games.sheets.outline import skeleton_of
from games.sheets.rules import rules_digest, rules_for
from games.sheets.values import TypedValues, applicable
from games.systems import label, system_of, words_of
from games.systems.base import Swatches, Text
from scoring.description import Description
from scoring.paths import seat_path
from scoring.preview import describe_finding, describe_progress, seat_names, warnings_key
from scoring.progress import Progress, progress_of
from scoring.ruleset import Ruleset
from scoring.types import Violation

_SEAT = re.compile(r"seats\[(\d+)\]")
_ROUND = re.compile(r"\.rounds\.(\w+)\.")
# A blank sheet sent off by mistake has a hundred; nobody reads them twice, above the sheet and in it.
MISTAKES_LISTED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatHead:
    """The head of a seat's column."""

    index: int
    kind: str
    is_bot: bool
    name: str
    typed_name: str
    path: str
    id: str
    errors: tuple[str, ...]
    has_mistakes: bool
    total: int | None
    place: int | None
    tie_break: str
    # The faction, where it has a pattern to be known by.
    swatch: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One line of the summary above the sheet, or of what is unusual.

    `target` is the id of the field, if it is on the page.
    """

    target: str
    called: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """`violations` are shown as mistakes, on top of what is wrong with a sheet that is still being filled."""

    ruleset: Ruleset[Any]
    values: TypedValues
    circumstances: Form
    known: KnownPlayers
    violations: Sequence[Violation] = ()
    general_errors: Sequence[str] = ()
    warnings_accepted: bool = False
    # Whether the sheet came back because of its warnings.
    warnings_asked: bool = False
    # Which tab of the seats and of the rounds is open; only a small screen, or a game with rounds, has them.
    open_seat: int | str = "all"
    open_round: int | str = 0
    # What is drawn when it is first opened, and was.
    drawn: Drawn = NOTHING_DRAWN

    def context(self) -> dict[str, Any]:
        description = self.ruleset.description
        look = _Look(self)
        return {
            "system": description.key,
            "system_label": label(description.key, f"system.{description.key}"),
            "description": skeleton_of(description),
            "rules": {description.key: rules_for(description.key)},
            "rules_files": [rules_for(description.key)[file] for file in ("worker", "script", "words")],
            "rules_digest": rules_digest(),
            "form": look.form,
            "groups": look.groups,
            "options": _drawn(look.form.options),
            "setup": _drawn(look.form.setup) if look.form.setup_is_drawn else [],
            "asides": look.asides if look.form.setup_is_drawn else [],
            "has_setup": bool(look.form.setup or look.form.asides),
            "of_the_table": _drawn(look.form.game),
            "seats": look.heads,
            "swatches": static(look.swatches.sprite) if look.swatches else "",
            "provisional": look.progress.provisional,
            "explanations": look.explanations,
            "notes": look.described["notes"],
            "warnings": look.warnings,
            "warnings_asked": self.warnings_asked,
            "warnings_key": look.described["warnings_key"],
            "warnings_accepted": self.warnings_accepted,
            "missing": len(look.progress.missing),
            "complete": look.progress.complete,
            "mistakes": look.mistakes[:MISTAKES_LISTED],
            "further_mistakes": len(look.mistakes[MISTAKES_LISTED:]),
            "rounds": look.rounds,
            "general_errors": self.general_errors,
            "circumstances": self.circumstances,
            "known_names": self.known.labels,
            "open_seat": self.open_seat,
            "open_round": self.open_round,
        }


class _Look:
    """What follows from a page's values, each worked out once."""

    def __init__(self, page: SheetPage) -> None:
        self.page = page
        self.description = page.ruleset.description
        self.applied = applicable(self.description, page.values)
        self.words = words_of(self.description.key)
        self.names = seat_names(self.description, page.values.kinds, page.values.names, self.words)

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.page.ruleset, self.applied.sheet)

    @cached_property
    def described(self) -> dict[str, Any]:
        return describe_progress(self.description.key, self.progress, self.names, self.words)

    @cached_property
    def findings(self) -> list[dict[str, str]]:
        """Every mistake once; the engine names those of an unfinished sheet again when it refuses it."""
        refused = {_identity(violation) for violation in self.page.violations}
        more = [violation for violation in self.progress.violations if _identity(violation) not in refused]
        return [
            describe_finding(self.description.key, violation, self.names, self.words)
            for violation in (*self.page.violations, *more)
        ]

    @cached_property
    def errors(self) -> Mapping[str, Sequence[str]]:
        messages: dict[str, list[str]] = {}
        for finding in self.findings:
            messages.setdefault(finding["path"], []).append(finding["message"])
        return messages

    @cached_property
    def form(self) -> SheetForm:
        lines = {line["path"]: line for seat in self.described["seats"] for line in seat["lines"]}
        return build_form(
            self.description,
            self.page.values,
            self.applied,
            errors=self.errors,
            lines=lines,
            drawn=self.page.drawn,
        )

    @cached_property
    def groups(self) -> list[tuple[Group, SafeString]]:
        """The groups of the table, each with its rows as they are drawn."""
        pad = Pad(self.names, {*self.errors, *[warning["path"] for warning in self.described["warnings"]]})
        return [(group, pad.rows(group)) for group in self.form.groups]

    @cached_property
    def asides(self) -> list[tuple[SeatHead, SafeString]]:
        """What is only recorded about each seat."""
        if not self.form.asides:
            return []
        cells = [[row.cells[head.index] for row in self.form.asides] for head in self.heads]
        return [
            (head, fields(cell.control for cell in own if cell.control))
            for head, own in zip(self.heads, cells, strict=True)
        ]

    @cached_property
    def swatches(self) -> Swatches | None:
        return system_of(self.description.key).swatches

    @cached_property
    def explanations(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """How the points of each seat came about, as far as they count."""
        columns = [[line for line in seat["lines"] if line["sentence"]] for seat in self.described["seats"]]
        return [(name, lines) for name, lines in zip(self.names, columns, strict=False) if lines]

    @cached_property
    def heads(self) -> list[SeatHead]:
        tartans = self.swatches.tartans if self.swatches else {}
        bots = {kind.key for kind in self.description.seat_kinds if kind.bot}
        heads = []
        for index, kind in enumerate(self.page.values.kinds):
            score = self.described["seats"][index] if self.described["seats"] else {}
            path = seat_path(index, "player")
            faction = self.page.values.cells.get(seat_path(index, self.description.dimension))
            heads.append(
                SeatHead(
                    index=index,
                    kind=kind,
                    is_bot=kind in bots,
                    name=self.names[index],
                    typed_name=self.page.values.names[index],
                    path=path,
                    id=dom_id(path),
                    errors=tuple(self.errors.get(path, ())),
                    has_mistakes=any(wrong.startswith(f"seats[{index}]") for wrong in self.errors),
                    total=score.get("total"),
                    place=score.get("place"),
                    tie_break=score.get("tie_break", ""),
                    swatch=faction if isinstance(faction, str) and faction in tartans else "",
                )
            )
        return heads

    @cached_property
    def rounds(self) -> list[tuple[Text, str, bool]]:
        """The rounds of the tabs, each with its letter or number for small screens and whether it holds a mistake."""
        names = self.description.rounds
        wrong = {
            names.index(played[1]) if (played := _ROUND.search(path)) else len(names) - 1
            for path in self.errors
            if path.startswith("seats[") and not path.endswith(".player")
        }
        return [
            (called, names[index].upper() if len(names[index]) == 1 else str(index + 1), index in wrong)
            for index, called in enumerate(self.form.rounds)
        ]

    @cached_property
    def mistakes(self) -> list[Mistake]:
        return [*self._sheet_mistakes(), *form_mistakes(self.page.circumstances)]

    @cached_property
    def targets(self) -> Mapping[str, str]:
        """The ids of the fields on the page, by path."""
        targets = {control.path: control.id for control in self.form.controls}
        return targets | {head.path: head.id for head in self.heads}

    @cached_property
    def warnings(self) -> list[Mistake]:
        return [
            Mistake(
                target=self.targets.get(warning["path"], ""),
                called=warning["called"],
                message=warning["message"],
            )
            for warning in self.described["warnings"]
        ]

    def _sheet_mistakes(self) -> Iterable[Mistake]:
        for finding in self.findings:
            path = finding["path"]
            target = self.targets.get(path, "")
            yield Mistake(
                target=target, called=self._called(path) if target else "", message=finding["message"]
            )

    def _called(self, path: str) -> str:
        for head in self.heads:
            if head.path == path:
                return _("Name of %(seat)s") % {"seat": head.name}
        return place_of(self.description.key, path, self.names)


def _identity(violation: Violation) -> tuple[Any, ...]:
    return violation.code, violation.path, tuple(violation.params.items())


def _drawn(groups: Iterable[TableGroup]) -> list[tuple[TableGroup, SafeString]]:
    return [(group, fields(group.controls)) for group in groups]


def form_mistakes(form: Form) -> Iterable[Mistake]:
    if not form.is_bound:
        return
    for name, messages in form.errors.items():
        field = form[name] if name in form.fields else None
        for message in messages:
            yield Mistake(
                target=(field.id_for_label or "") if field else "",
                called=str(field.label) if field else "",
                message=str(message),
            )


def open_tabs(
    description: Description, posted: QueryDict, violations: Sequence[Violation] = ()
) -> dict[str, int | str]:
    """The tabs of the first mistake; without one, or where all seats are seen, those that were open."""
    for path in (violation.path for violation in violations):
        if seat := _SEAT.match(path):
            played = _ROUND.search(path)
            last = len(description.rounds) - 1
            return {
                "open_seat": "all" if posted.get("_seat") == "all" else int(seat[1]),
                "open_round": description.rounds.index(played[1]) if played else last,
            }
    return {"open_seat": _tab(posted.get("_seat", "all")), "open_round": _tab(posted.get("_round", "0"))}


def drawn_parts(posted: QueryDict) -> Drawn:
    asked = posted.get("_draw", "")
    return Drawn(frozenset([*posted.getlist("_drawn"), asked] if asked else posted.getlist("_drawn")), asked)


def _tab(sent: str) -> int | str:
    number = parse_int(sent, digits=2)
    return "all" if number is None else number


def is_accepted(posted: QueryDict, warnings: tuple[Violation, ...]) -> bool:
    """Whether exactly these warnings were confirmed."""
    return bool(warnings) and posted.get("warnings_confirmed") == warnings_key(warnings)
