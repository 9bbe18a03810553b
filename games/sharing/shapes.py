"""What a picture is made of, however it is drawn."""

from dataclasses import dataclass
from typing import Literal

from caledonia_site.common.tartans import Tartan
from games.sharing.fonts import Lettering


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Swatch:
    """A square of a clan's cloth."""

    x: float
    y: float
    size: float
    tartan: Tartan


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A line of text; `y` is its baseline, `x` its start or its end."""

    x: float
    y: float
    text: str
    lettering: Lettering
    fill: str
    anchor: Literal["start", "end"] = "start"


Shape = Box | Swatch | Words
