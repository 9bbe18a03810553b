"""Draws what is not drawn by hand: the swatches of the clans, and the export contracts.

After a change here, of the tartans or of the site's icons, `python -m games.systems.clans_of_caledonia.sprites` writes
both static files anew.
"""

import re
from pathlib import Path

from django.conf import settings

from games.systems.base import TARTAN_SIZE as SIZE
from games.systems.base import Tartan
from games.systems.clans_of_caledonia.tartans import TARTANS
from scoring.clans_of_caledonia.contracts import CATALOGUE

FOLDER = Path(__file__).parent / "static" / "systems" / "clans_of_caledonia"
CLANS, CONTRACTS = FOLDER / "clans.svg", FOLDER / "contracts.svg"

WIDTH, HEIGHT = 112, 40
ICON = 17
STEP = 19
COSTS = ("wool", "bread", "cheese", "whisky", "mutton", "beef")
GAINS = ("hops", "cotton", "tobacco", "sugar_cane")

_SYMBOL = re.compile(r'<symbol id="([a-z-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


def _sprite(symbols: str) -> str:
    return (
        "<!-- Drawn by games/systems/clans_of_caledonia/sprites.py; change it there. -->\n"
        f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'
    )


# Clans


def draw_clans() -> str:
    """All swatches as symbols of one SVG file."""
    return _sprite("\n".join(_swatch(clan, tartan) for clan, tartan in TARTANS.items()))


def _swatch(clan: str, tartan: Tartan) -> str:
    # The threads across lie half over those down, so that both show where they cross.
    down = "".join(
        f'<path fill="{stripe.colour}" d="M{stripe.start:g} 0h{stripe.width:g}v{SIZE}h-{stripe.width:g}z"/>'
        for stripe in tartan.stripes
    )
    across = "".join(
        f'<path fill="{stripe.colour}" d="M0 {stripe.start:g}v{stripe.width:g}h{SIZE}v-{stripe.width:g}z"/>'
        for stripe in tartan.stripes
    )
    ground = f'<path fill="{tartan.ground}" d="M0 0h{SIZE}v{SIZE}H0z"/>'
    cloth = f'{ground}{down}<g fill-opacity=".55">{across}</g>'
    return f'  <symbol id="{clan}" viewBox="0 0 {SIZE} {SIZE}">{cloth}</symbol>'


# Contracts: what a tile costs on the left, hops and imports on the right


def draw_contracts(icons: str) -> str:
    """All tiles as symbols of one SVG file; `icons` is the sprite of the site's icons, which are drawn in."""
    drawn = dict(_SYMBOL.findall(icons))
    return _sprite("\n".join(_tile(tile, drawn) for tile in CATALOGUE))


def _tile(tile: dict[str, int | str], icons: dict[str, str]) -> str:
    """Costs stand from the left, gains from the right, so that equal goods stand in equal places."""
    costs = [good for good in COSTS if tile[good]]
    gains = [good for good in GAINS if tile[good]]
    parts = [_item(6 + STEP * place, int(tile[good]), icons[_icon(good)]) for place, good in enumerate(costs)]
    start = WIDTH - STEP * len(gains) - 3
    parts += [
        _item(start + STEP * place, int(tile[good]), icons[_icon(good)]) for place, good in enumerate(gains)
    ]
    middle = (6 + STEP * len(costs) + start) / 2 - 1
    arrow = (
        f'<path d="M{middle - 2:g} 14.5l3.5 4-3.5 4" fill="none" stroke="currentColor" stroke-width="1.4"/>'
    )
    return f'  <symbol id="{tile["key"]}" viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}{arrow}</symbol>'


def _item(x: float, count: int, drawing: str) -> str:
    scale = ICON / 24
    icon = (
        f'<g transform="translate({x:g} 3) scale({scale:.3f})" fill="none" stroke="currentColor" stroke-width="1.6" '
        f'stroke-linecap="round" stroke-linejoin="round">{drawing}</g>'
    )
    number = (
        f'<text x="{x + ICON / 2:g}" y="35" text-anchor="middle" font-size="13" font-weight="650" '
        f'fill="currentColor">{count}</text>'
    )
    return icon + number


def _icon(good: str) -> str:
    return good.replace("_", "-")


def main() -> None:
    icons = Path(settings.SITE_DIR) / "static" / "img" / "icons.svg"
    CLANS.write_text(draw_clans())
    CONTRACTS.write_text(draw_contracts(icons.read_text()))


if __name__ == "__main__":
    main()
