"""Sections that areas above games add to the pages of a game, a player and a club.

Ratings, statistics and leagues read games, so a game's page cannot import them. They register a builder when they
start; the page asks every builder for its section of the object it shows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.http import HttpRequest


class SectionedPage(StrEnum):
    """The pages that have room for sections, each with what its builders are called with."""

    GAME = "game"  # a Game fetched by `game_for`: club, seats and shown players are there
    PLAYER = "player"  # a Player whose name the viewer may know
    CLUB = "club"  # a Club whose page the viewer may open


@dataclass(frozen=True, slots=True)
class Section:
    """`template` is included with `content` in its context; `stylesheet` is a static file it needs, if any.

    `tells_state`: on a game's page it stands on top, in the place of what its state means, and in this tone;
    `badge` then stands in the place of the state's own.
    """

    template: str
    content: Any
    stylesheet: str = ""
    tells_state: str = ""
    badge: str = ""


# None where there is nothing to say about this thing.
Builder = Callable[[HttpRequest, Any], Section | None]
_builders: dict[SectionedPage, dict[str, tuple[int, Builder]]] = {page: {} for page in SectionedPage}


def register_section(page: SectionedPage, name: str, builder: Builder, *, order: int) -> None:
    """Call it in the app's `ready`; a lower `order` comes first, and a name registered again is replaced."""
    _builders[page][name] = (order, builder)


def sections_context(page: SectionedPage, request: HttpRequest, obj: Any) -> dict[str, Any]:
    """`sections`, those that tell the state, and the `section_styles` they need, for `games/sections/*.html`."""
    ordered = sorted(_builders[page].items(), key=lambda item: (item[1][0], item[0]))
    built = [builder(request, obj) for _name, (_order, builder) in ordered]
    sections = [section for section in built if section]
    styles = dict.fromkeys(section.stylesheet for section in sections if section.stylesheet)
    return {
        "sections": [section for section in sections if not section.tells_state],
        "state_sections": [section for section in sections if section.tells_state],
        "section_styles": list(styles),
    }
