"""The controls of a sheet: one for each field at each place, ready to be drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.templatetags.static import static

from games.results.paths import FieldLocation, dom_id
from games.sheets.values import TypedValues
from games.systems import label, system_of
from games.systems.base import Text
from games.systems.pictures import describe_piece, pictures_of
from scoring.conditions import ALWAYS, Condition, holds
from scoring.description import Description, Field
from scoring.paths import seat_path
from scoring.types import Value


class Drawn(NamedTuple):
    """Parts of a page that are drawn when they are first opened, by name: those that were, and the one just asked for.

    A part is `SETUP` or the path of a field of tiles.
    """

    parts: frozenset[str] = frozenset()
    asked: str = ""


SETUP = "setup"
NOTHING_DRAWN = Drawn()
NOBODY: Mapping[Any, int] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """`name` is short, for where `label` would tell again what a picture shows. `picture` is the address of its
    drawing, `costs` what it can be found by, `holder` the other seat that has it.
    """

    id: str
    value: int | str
    name: Text
    label: Text
    chosen: bool
    applies: bool
    varies: bool
    holder: int | None = None
    picture: str = ""
    costs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceGroup:
    """Choices of one box (base game, expansion); `label` is empty where all are of one."""

    label: Text
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """`applies`: whether it is shown; `varies`: whether that depends on what is typed.

    kind          that of the field; slots: ordered tiles; place: a count that is a place among the seats
    slots         ordered tiles: one select for each place, what is chosen in each
    filters       columns the pictures can be filtered by
    derived       what a blank counts as because other fields say so, such as a total of ticked tiles
    is_drawn      tiles: whether they stand on the page already; `is_asked`: since just now
    """

    path: str
    id: str
    kind: str
    label: Text
    seat: int | None
    value: Any
    applies: bool
    varies: bool
    required: bool
    errors: tuple[str, ...]
    described: Field
    groups: tuple[ChoiceGroup, ...] = ()
    slots: tuple[tuple[ChoiceGroup, ...], ...] = ()
    filters: Mapping[str, Text] = field(default_factory=dict)
    derived: int | None = None
    is_drawn: bool = False
    is_asked: bool = False

    @property
    def is_filled(self) -> bool:
        return self.value is not None

    @property
    def chosen(self) -> tuple[Choice, ...]:
        return tuple(choice for group in self.groups for choice in group.choices if choice.chosen)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """What a choice of a field is in every seat: looked up once for a page, not once for each seat."""

    key: int | str
    box: str
    name: Text
    label: Text
    condition: Condition
    picture: str
    costs: str


class ControlMaker:
    """Makes the controls of one sheet; labels and choices of a field are the same in every seat."""

    def __init__(
        self,
        description: Description,
        values: TypedValues,
        errors: Mapping[str, Sequence[str]],
        drawn: Drawn = NOTHING_DRAWN,
    ) -> None:
        self._description = description
        self._cells = values.cells
        self._seats = len(values.kinds)
        self._errors = errors
        self._drawn = drawn
        self._pieces: dict[str, tuple[_Piece, ...]] = {}

    def make(self, place: FieldLocation, facts: Mapping[str, Value], *, prefix: str = "field") -> Control:
        described = place.field
        value = self._cells.get(place.path)
        control_id = dom_id(place.path)
        groups: tuple[ChoiceGroup, ...] = ()
        slots: tuple[tuple[ChoiceGroup, ...], ...] = ()
        if described.kind == "tiles" and described.ordered:
            held = value if isinstance(value, list) else []
            for number in range(described.longest):
                chosen = held[number : number + 1]
                slots += (tuple(self._groups(described, chosen, f"{control_id}-{number}", facts)),)
        elif described.place_vp:
            groups = (self._places(described, value, control_id),)
        elif described.kind in {"choice", "tiles"}:
            chosen = value if isinstance(value, list) else [value]
            groups = tuple(self._groups(described, chosen, control_id, facts, self._holders(place)))
        pictures = pictures_of(self._description.key, described.catalogue)
        return Control(
            path=place.path,
            id=control_id,
            kind="slots" if slots else "place" if described.place_vp else described.kind,
            label=label(self._description.key, f"{prefix}.{described.key}"),
            seat=place.seat,
            value=value,
            applies=holds(described.when, facts),
            varies=described.when != ALWAYS,
            required=described.required,
            errors=tuple(self._errors.get(place.path, ())),
            described=described,
            groups=groups,
            slots=slots,
            filters=pictures.costs if pictures else {},
            derived=self._derived(place),
            is_drawn=place.path in self._drawn.parts or place.path in self._errors,
            is_asked=place.path == self._drawn.asked,
        )

    def _groups(
        self,
        described: Field,
        chosen: Sequence[Any],
        owner: str,
        facts: Mapping[str, Value],
        holders: Mapping[Any, int] = NOBODY,
    ) -> Iterable[ChoiceGroup]:
        by_box: dict[str, list[Choice]] = {}
        for piece in self._pieces_of(described):
            choice = Choice(
                id=f"{owner}-{piece.key}",
                value=piece.key,
                name=piece.name,
                label=piece.label,
                chosen=piece.key in chosen,
                applies=piece.condition == ALWAYS or holds(piece.condition, facts),
                varies=piece.condition != ALWAYS,
                holder=holders.get(piece.key),
                picture=piece.picture,
                costs=piece.costs,
            )
            by_box.setdefault(piece.box, []).append(choice)
        boxes = system_of(self._description.key).boxes if len(by_box) > 1 else {}
        for box, choices in by_box.items():
            yield ChoiceGroup(label=boxes[box] if boxes else "", choices=tuple(choices))

    def _places(self, described: Field, value: Any, owner: str) -> ChoiceGroup:
        """A place among the seats is chosen by its name; one that nobody can have is still shown to who entered it."""
        last = min(described.maximum, self._seats)
        places = [*range(1, last + 1), *([value] if isinstance(value, int) and value > last else [])]
        return ChoiceGroup(
            label="",
            choices=tuple(
                Choice(
                    id=f"{owner}-{place}",
                    value=place,
                    name=(name := label(self._description.key, f"nth.{place}")),
                    label=name,
                    chosen=place == value,
                    applies=True,
                    varies=False,
                )
                for place in places
            ),
        )

    def _pieces_of(self, described: Field) -> tuple[_Piece, ...]:
        if described.key not in self._pieces:
            self._pieces[described.key] = tuple(self._looked_up(described))
        return self._pieces[described.key]

    def _looked_up(self, described: Field) -> Iterable[_Piece]:
        system = self._description.key
        catalogue = {
            piece["key"]: piece for piece in self._description.catalogues.get(described.catalogue, ())
        }
        pictures = pictures_of(system, described.catalogue)
        sprite = static(pictures.sprite) if pictures else ""
        for key in described.choices:
            piece = catalogue.get(key, {})
            name = label(system, f"choice.{described.key}.{key}")
            condition = described.choice_when.get(str(key), ALWAYS)
            yield _Piece(
                key=key,
                box=str(piece.get("set", "")),
                name=name,
                label=describe_piece(name, pictures, piece) if pictures else name,
                condition=condition,
                picture=f"{sprite}#{key}" if pictures else "",
                costs=" ".join(cost for cost in pictures.costs if piece[cost]) if pictures else "",
            )

    def _holders(self, place: FieldLocation) -> Mapping[Any, int]:
        """What other seats have of a field whose values no two may share, and which seat has it."""
        if place.seat is None or not place.field.unique:
            return NOBODY
        holders: dict[Any, int] = {}
        for seat in range(self._seats):
            value = self._cells.get(seat_path(seat, place.field.key, place.round))
            if seat != place.seat and value is not None:
                holders |= dict.fromkeys(value if isinstance(value, list) else [value], seat)
        return holders

    def _derived(self, place: FieldLocation) -> int | None:
        """The sum of the parts, or of the tiles that fill this field."""
        if place.seat is None or place.field.kind != "count":
            return None
        key = place.field.key
        owner = place.path.removesuffix(key)
        parts = [self._cells.get(owner + part) for part in place.field.parts]
        entered = [part for part in parts if isinstance(part, int)]
        if entered:
            return sum(entered)
        for source in self._description.seat:
            tiles = self._cells.get(owner + source.key)
            if key in source.derives and isinstance(tiles, list):
                column = source.derives[key]
                pieces = {piece["key"]: piece for piece in self._description.catalogues[source.catalogue]}
                return sum(
                    int(pieces[tile][column]) if column else 1 for tile in set(tiles) if tile in pieces
                )
        return None
