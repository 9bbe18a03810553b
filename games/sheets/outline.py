"""What scripts draw a sheet from: its skeleton, which is in the page, and its outline, which is fetched.

The skeleton is the little that reading a form needs. Pieces, their names' keys and their pictures are many times as
much; they come with the words of the game (`rules`), and are needed when somebody opens a list of them.
"""

from collections.abc import Mapping
from typing import Any

from django.templatetags.static import static

from caledonia_site.common.templatetags.interface import ICON_SPRITE
from games.systems import system_of
from games.systems.base import GameSystem, Texts
from scoring import registry
from scoring.description import Description, Field


def skeleton_of(description: Description) -> dict[str, Any]:
    return {
        "key": description.key,
        "rounds": description.rounds,
        "dimension": description.dimension,
        "position": system_of(description.key).traits.position,
        **{
            scope: [_skeleton(field) for field in getattr(description, scope)]
            for scope in ("options", "setup", "game", "seat")
        },
    }


def _skeleton(field: Field) -> dict[str, Any]:
    """What is not said is false, nothing, or a count."""
    bones: dict[str, Any] = {
        "kind": "" if field.kind == "count" else field.kind,
        "rounds": field.rounds,
        "unique": field.unique,
        "numbered": bool(field.choices) and isinstance(field.choices[0], int),
        "parts": field.parts,
        "derives": field.derives,
        "catalogue": field.catalogue if field.derives else "",
        "places": bool(field.place_vp),
    }
    if field.kind == "count" and not field.rounds:
        bones |= {"minimum": field.minimum, "maximum": field.maximum}
    return {"key": field.key, **{name: value for name, value in bones.items() if value}}


def outline_of(system: str) -> dict[str, Any]:
    """In the reader's language; names of fields and pieces are among the words."""
    known = system_of(system)
    description = registry.get(system).description.as_json()
    return {
        **{scope: description[scope] for scope in ("options", "setup", "game", "seat", "catalogues")},
        "boxes": _written(known.boxes),
        "icons": static(ICON_SPRITE),
        "pictures": {
            catalogue: {"costs": _written(pictures.costs), "gains": _written(pictures.gains)}
            for catalogue, pictures in known.pictures.items()
        },
        "swatches": _swatches(known),
        "hints": {field: _written(by_faction) for field, by_faction in known.hints.items()},
    }


def _swatches(known: GameSystem) -> dict[str, str]:
    if known.swatches is None:
        return {}
    sprite = static(known.swatches.sprite)
    return {faction: f"{sprite}#{faction}" for faction in known.swatches.tartans}


def _written(texts: Texts | Mapping[str, Any]) -> dict[str, str]:
    return {key: str(text) for key, text in texts.items()}
