"""The sheet as the page draws it: rows are fields and lines, columns the seats, as on the paper pad.

Everything comes from the description. Where the pad has a column for VP, a line stands in the row of the field it
comes from; lines that come from several fields, or from none, have a row of their own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.results.paths import FieldLocation, dom_id, line_rounds, table_locations
from games.sheets.controls import NOTHING_DRAWN, SETUP, Control, ControlMaker, Drawn
from games.sheets.values import TypedValues
from games.systems import label, short_label, traits_of
from games.systems.base import Text
from scoring.applicability import Applicable
from scoring.conditions import ALWAYS, holds
from scoring.description import Description, Field, Line
from scoring.paths import seat_path


@dataclass(frozen=True, slots=True, kw_only=True)
class VpSlot:
    """Where a line's VP of one seat is shown; None while it does not count yet."""

    path: str
    id: str
    label: Text
    applies: bool
    varies: bool
    vp: int | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One seat in a row. `parts` are the numbers that can be entered instead of a total."""

    seat: int
    control: Control | None = None
    parts: tuple[Control, ...] = ()
    vp: VpSlot | None = None

    @property
    def applies(self) -> bool:
        return bool((self.control and self.control.applies) or (self.vp and self.vp.applies))

    @property
    def parts_are_open(self) -> bool:
        return any(part.is_filled or part.errors for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`short` is its name on a narrow screen, where that is another one; `field` is what all its cells ask for: a row
    of points alone has none.
    """

    id: str
    label: Text
    cells: tuple[Cell, ...]
    short: str = ""
    field: Field | None = None

    @property
    def applies(self) -> bool:
        return any(cell.applies for cell in self.cells)

    @property
    def marks(self) -> str:
        """What scripts know the row by: a place among the seats, and the piece it is about."""
        if self.field is None:
            return ""
        marks = f' data-places="{self.field.key}"' if self.field.place_vp else ""
        if self.field.about:
            tiles, place = self.field.about
            marks += f' data-about="{self.field.key} {tiles} {place}"'
        return marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Rows under one heading; `round_index` counts the rounds of the page's tabs from 0."""

    id: str
    label: Text
    round_index: int
    rows: tuple[Row, ...]

    @property
    def applies(self) -> bool:
        return any(row.applies for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGroup:
    """Controls of the table as a whole under one heading."""

    id: str
    label: Text
    controls: tuple[Control, ...]

    @property
    def applies(self) -> bool:
        return any(control.applies for control in self.controls)

    @property
    def filled(self) -> int:
        return sum(control.is_filled and control.applies for control in self.controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetForm:
    """options: modules and variants; setup and asides: what is only recorded; game: fields of the whole table.

    Set-up and asides are drawn when somebody has opened them or entered something there.
    """

    options: tuple[TableGroup, ...]
    setup: tuple[TableGroup, ...]
    game: tuple[TableGroup, ...]
    groups: tuple[Group, ...]
    asides: tuple[Row, ...]
    rounds: tuple[Text, ...]
    drawn: Drawn

    @property
    def setup_is_drawn(self) -> bool:
        table = [control for group in self.setup for control in group.controls]
        seats = [cell.control for row in self.asides for cell in row.cells if cell.control]
        return SETUP in self.drawn.parts or any(
            control.is_filled or control.errors for control in (*table, *seats)
        )

    @property
    def setup_is_asked(self) -> bool:
        return self.drawn.asked == SETUP

    @property
    def controls(self) -> Iterable[Control]:
        for table_group in (*self.options, *self.setup, *self.game):
            yield from table_group.controls
        for row in (*self.asides, *(row for group in self.groups for row in group.rows)):
            for cell in row.cells:
                if cell.control:
                    yield cell.control
                yield from cell.parts


def build_form(
    description: Description,
    values: TypedValues,
    applied: Applicable,
    *,
    errors: Mapping[str, Sequence[str]],
    lines: Mapping[str, Mapping[str, Any]],
    drawn: Drawn = NOTHING_DRAWN,
) -> SheetForm:
    """`errors` are messages by path; `lines` describe each line, by path; `drawn` are the parts that were opened."""
    return _Builder(description, values, applied, errors, lines, drawn).build()


class _Builder:
    def __init__(
        self,
        description: Description,
        values: TypedValues,
        applied: Applicable,
        errors: Mapping[str, Sequence[str]],
        lines: Mapping[str, Mapping[str, Any]],
        drawn: Drawn,
    ) -> None:
        self._description = description
        self._system = description.key
        self._seats = values.seats
        self._applied = applied
        self._lines = lines
        self._maker = ControlMaker(description, values, errors, drawn)
        self._drawn = drawn
        self._parts = {part for field in description.seat for part in field.parts}
        self._fields = {field.key: field for field in description.seat}
        self._anchors = {line.key: self._anchor(line) for line in description.lines}

    def build(self) -> SheetForm:
        description = self._description
        tables: dict[str, list[FieldLocation]] = {"options": [], "setup": [], "game": []}
        for place in table_locations(description):
            tables[place.path.partition(".")[0]].append(place)
        return SheetForm(
            options=self._table_groups("options", tables["options"]),
            setup=self._table_groups("setup", tables["setup"]),
            game=self._table_groups("game", tables["game"]),
            groups=tuple(self._groups()),
            asides=tuple(self._row(field, "") for field in description.seat if self._is_aside(field)),
            rounds=tuple(label(self._system, f"round.{name}") for name in description.rounds)
            if any(field.rounds for field in description.seat)
            else (),
            drawn=self._drawn,
        )

    # The table as a whole

    def _table_groups(self, scope: str, places: Iterable[FieldLocation]) -> tuple[TableGroup, ...]:
        prefix = "option" if scope == "options" else "field"
        sections: dict[str, list[Control]] = {}
        for place in places:
            control = self._maker.make(place, self._applied.table_facts, prefix=prefix)
            sections.setdefault(place.field.section, []).append(control)
        return tuple(
            TableGroup(
                id=f"{scope}-{section}",
                label=label(self._system, f"section.{section}"),
                controls=tuple(controls),
            )
            for section, controls in sections.items()
        )

    # Seats

    def _groups(self) -> Iterable[Group]:
        """The rounds in order, then what is entered once; in each the sections as the description has them."""
        last = len(self._description.rounds) - 1
        for index, name in enumerate(self._description.rounds):
            yield from self._sections(name, index)
        yield from self._sections("", last)

    def _sections(self, played: str, round_index: int) -> Iterable[Group]:
        sections: dict[str, list[Row]] = {}
        shown: set[str] = set()
        own_rows = [line for line in self._lines_of(played) if not self._anchors[line.key]]
        for field in self._description.seat:
            fits = played in field.rounds if played else not field.rounds
            if not fits or field.key in self._parts or self._is_aside(field):
                continue
            rows = sections.setdefault(field.section, [])
            rows.append(self._row(field, played))
            shown |= {field.key, *field.parts}
            for line in own_rows:
                # Below the last of its fields that this round has.
                here = [key for key in line.fields if self._is_of(key, played)]
                if here and field.key in here and shown.issuperset(here):
                    rows.append(self._line_row(line, played))
        placed = {row.id for rows in sections.values() for row in rows}
        rest = [self._line_row(line, played) for line in own_rows]
        rest = [row for row in rest if row.id not in placed]
        for number, (section, rows) in enumerate(sections.items()):
            extra = rest if section == next(reversed(sections)) else []
            # A round begins with its own name.
            heading = f"round.{played}" if played and number == 0 else f"section.{section}"
            yield Group(
                id=dom_id(f"group-{played}-{section}"),
                label=label(self._system, heading),
                round_index=round_index,
                rows=(*rows, *extra),
            )

    def _row(self, field: Field, played: str) -> Row:
        line = next((line for line in self._lines_of(played) if self._anchors[line.key] == field.key), None)
        row_id = dom_id(f"row-{played}-{field.key}")
        return Row(
            id=row_id,
            label=self._name_of(field),
            short=short_label(self._system, field.key),
            field=field,
            cells=tuple(
                Cell(
                    seat=seat,
                    control=self._control(field, seat, played),
                    parts=tuple(self._control(self._fields[part], seat, played) for part in field.parts),
                    vp=self._vp(line, seat, played) if line else None,
                )
                for seat in self._seats
            ),
        )

    def _name_of(self, field: Field) -> Text:
        """With the piece it is about where the set-up has it; a place is told by the piece alone."""
        own = label(self._system, f"field.{field.key}")
        if field.about is None:
            return own
        tiles, place = field.about
        laid_out = self._applied.sheet["setup"].get(tiles)
        if not isinstance(laid_out, list) or place >= len(laid_out):
            return own
        piece = label(self._system, f"choice.{tiles}.{laid_out[place]}")
        return piece if field.place_vp else f"{own} · {piece}"

    def _line_row(self, line: Line, played: str) -> Row:
        return Row(
            id=dom_id(f"row-{played}-line-{line.key}"),
            label=label(self._system, f"line.{line.key}"),
            cells=tuple(Cell(seat=seat, vp=self._vp(line, seat, played)) for seat in self._seats),
        )

    def _control(self, field: Field, seat: int, played: str) -> Control:
        place = FieldLocation(seat_path(seat, field.key, played), field, seat, played)
        return self._maker.make(place, self._applied.facts_at(seat, played))

    def _vp(self, line: Line, seat: int, played: str) -> VpSlot:
        path = seat_path(seat, line.key, played)
        described = self._lines.get(path, {})
        return VpSlot(
            path=path,
            id=dom_id(f"why-{path}"),
            label=label(self._system, f"line.{line.key}"),
            applies=holds(line.when, self._applied.facts_at(seat, played)),
            varies=line.when != ALWAYS,
            vp=described.get("vp"),
            sentence=described.get("sentence", ""),
        )

    def _is_aside(self, field: Field) -> bool:
        """Recorded about a seat (its colour, say) without a part in the score: out of the way of those who hurry.

        Who began is asked with the factions all the same, because statistics need it; alone nobody is asked.
        """
        description = self._description
        scoring = {key for line in description.lines for key in line.fields}
        is_asked = field.key == traits_of(self._system).position and len(self._seats) > 1
        return (
            field.kind == "choice"
            and not field.required
            and not is_asked
            and field.key != description.dimension
            and field.key not in scoring
        )

    # Where lines stand

    def _lines_of(self, played: str) -> list[Line]:
        return [line for line in self._description.lines if played in line_rounds(line)]

    def _is_of(self, key: str, played: str) -> bool:
        rounds = self._fields[key].rounds
        return played in rounds if played else not rounds

    def _anchor(self, line: Line) -> str:
        """The field a line stands beside: the one of the same name, or the only one that counts for it alone."""
        played = line.rounds[-1] if line.rounds else ""
        of_same_round = [key for key in line.fields if self._is_of(key, played)]
        if line.key in of_same_round:
            return line.key
        named = {other.key for other in self._description.lines}
        counting = [
            key
            for key in of_same_round
            if self._fields[key].kind in {"count", "choice"} and key not in self._parts
        ]
        return counting[0] if len(counting) == 1 and counting[0] not in named else ""
