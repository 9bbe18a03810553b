"""Draws the export contracts: what a tile costs on the left, hops and imports on the right, its number in front.

After a change here or of the icons, `python -m games.systems.clans_of_caledonia.contract_pictures` writes
static/img/contracts.svg anew.
"""

import re
from pathlib import Path

from django.conf import settings

from scoring.clans_of_caledonia.contracts import CATALOGUE

WIDTH, HEIGHT = 112, 40
ICON = 17
STEP = 19
COSTS = ("wool", "bread", "cheese", "whisky", "mutton", "beef")
GAINS = ("hops", "cotton", "tobacco", "sugar_cane")

_SYMBOL = re.compile(r'<symbol id="([a-z-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


def draw_sprite(icons: str) -> str:
    """All tiles as symbols of one SVG file; `icons` is the sprite of the site's icons, which are drawn in."""
    drawn = dict(_SYMBOL.findall(icons))
    tiles = "\n".join(_tile(tile, drawn) for tile in CATALOGUE)
    return (
        "<!-- Drawn by games/systems/clans_of_caledonia/contract_pictures.py; change it there. -->\n"
        f'<svg xmlns="http://www.w3.org/2000/svg">\n{tiles}\n</svg>\n'
    )


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
    folder = Path(settings.SITE_DIR) / "static" / "img"
    (folder / "contracts.svg").write_text(draw_sprite((folder / "icons.svg").read_text()))


if __name__ == "__main__":
    main()
