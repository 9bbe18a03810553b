"""The seats of a joint sheet as its pages show them: who sits there, and on which phone."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import cells_from_json, values_in
from games.joint_sheets.selectors.news import name_of
from games.results.wording import faction_label
from games.sheets.values import TypedValues, posted_draft, posted_values
from games.systems import words_of
from games.systems.swatches import swatch_of
from scoring import registry
from scoring.description import Description
from scoring.paths import seat_path
from scoring.preview import seat_names


@dataclass(frozen=True, slots=True, kw_only=True)
class JointSeat:
    """`phone` is who fills it in now, `by` what that phone is called; `swatch` is the name of a pattern where the
    faction has one.
    """

    index: int
    name: str
    is_bot: bool
    faction: str
    swatch: str
    phone: JointPhone | None
    by: str


def seats_on(sheet: JointSheet, phones: Sequence[JointPhone]) -> list[JointSeat]:
    description = registry.get(sheet.system).description
    typed = values_in(cells_from_json(sheet.fields))
    values = posted_values(description, posted_draft({"fields": typed}))
    names = seat_names(description, values.kinds, values.names, words_of(sheet.system))
    bots = {kind.key for kind in description.seat_kinds if kind.bot}
    seats = []
    for index, kind in enumerate(values.kinds):
        phone = next((one for one in phones if one.seat == index), None)
        faction = _faction_in(description, values, index)
        seats.append(
            JointSeat(
                index=index,
                name=names[index],
                is_bot=kind in bots,
                faction=faction_label(sheet.system, faction),
                swatch=swatch_of(sheet.system, faction),
                phone=phone,
                by=name_of(phone, sheet) if phone else "",
            )
        )
    return seats


def _faction_in(description: Description, values: TypedValues, seat: int) -> str:
    """What was chosen; nothing for what nobody can choose."""
    field = next((one for one in description.seat if one.key == description.dimension), None)
    if field is None:
        return ""
    chosen = values.cells.get(seat_path(seat, field.key), "")
    return chosen if chosen in field.choices else ""
