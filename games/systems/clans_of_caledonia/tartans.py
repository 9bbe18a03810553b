"""Swatches for the eighteen clans: woven by us from a few stripes each, not the clans' registered tartans.

No two clans share their arrangement of stripes, so the swatches differ without their colours as well. After a change
here, `sprites.py` draws them anew.
"""

from games.systems.base import Stripe, Tartan

AZURE, BLACK, BROWN, GREEN, GREY = "#6fa3c4", "#22242a", "#6e4a2c", "#2f5a3a", "#8b8f8e"
NAVY, ORANGE, PURPLE, RED, TAN = "#24365c", "#c8702a", "#6b3f74", "#a8322d", "#c9b187"
TEAL, WHITE, YELLOW = "#1f6d6d", "#efe9da", "#d9a92f"


def _tartan(ground: str, *stripes: tuple[float, float, str]) -> Tartan:
    return Tartan(ground, tuple(Stripe(*stripe) for stripe in stripes))


TARTANS: dict[str, Tartan] = {
    "buchanan": _tartan(YELLOW, (2, 6, GREEN), (11, 2, RED), (16, 6, GREEN)),
    "campbell": _tartan(NAVY, (7, 10, GREEN), (11.25, 1.5, BLACK)),
    "cunningham": _tartan(BLACK, (3, 4, RED), (10, 4, RED), (17, 4, RED)),
    "fergusson": _tartan(GREEN, (0, 5, NAVY), (19, 5, NAVY), (11, 2, WHITE)),
    "macdonald": _tartan(
        RED, (2, 1.5, GREEN), (6.5, 1.5, GREEN), (11.25, 1.5, GREEN), (16, 1.5, GREEN), (20.5, 1.5, GREEN)
    ),
    "macewen": _tartan(TEAL, (4, 7, NAVY), (6.5, 2, YELLOW), (15, 7, NAVY)),
    "mackenzie": _tartan(NAVY, (5, 2, WHITE), (10, 4, GREEN), (17, 2, WHITE)),
    "robertson": _tartan(RED, (0, 12, NAVY)),
    "stewart": _tartan(RED, (5, 1.5, WHITE), (8, 3, BLACK), (13, 3, BLACK), (17.5, 1.5, YELLOW)),
    "douglas": _tartan(GREY, (0, 4, BLACK), (8, 8, BLACK), (20, 4, BLACK)),
    "fraser": _tartan(RED, (9, 6, GREEN)),
    "gordon": _tartan(GREEN, (11, 2, YELLOW), (3, 3, NAVY), (18, 3, NAVY)),
    "macfarlane": _tartan(
        PURPLE, (2, 3, WHITE), (7, 1, GREEN), (10, 3, WHITE), (15, 1, GREEN), (18, 3, WHITE)
    ),
    "macgregor": _tartan(ORANGE, (0, 8, GREEN), (16, 8, GREEN), (11.5, 1, WHITE)),
    "mackintosh": _tartan(TAN, (4, 9, RED), (17, 3, NAVY)),
    "macleod": _tartan(YELLOW, (3, 5, BLACK), (16, 5, BLACK)),
    "macpherson": _tartan(WHITE, (3, 1.5, BLACK), (7, 6, GREY), (16, 1.5, BLACK), (20, 1.5, RED)),
    "sinclair": _tartan(AZURE, (6, 3, RED), (12, 1, WHITE), (15, 3, RED)),
}
