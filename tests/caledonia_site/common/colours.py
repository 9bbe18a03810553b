"""Arithmetic of colours for the tests of the design: contrast, and what colour-blind eyes see."""

import re
from pathlib import Path

from django.conf import settings

Colour = tuple[float, float, float]

TOKENS = Path(settings.SITE_DIR) / "static" / "css" / "tokens.css"
DEFINITION = re.compile(r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)")

# Machado, Oliveira and Fernandes 2009, full severity, for linear RGB.
COLOUR_BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def theme_colours() -> dict[str, dict[str, Colour]]:
    """Every two-theme colour of the token file, as linear RGB, by theme and name."""
    found = DEFINITION.findall(TOKENS.read_text())
    return {
        "light": {name: linear(light) for name, light, _ in found},
        "dark": {name: linear(dark) for name, _, dark in found},
    }


def linear(hexadecimal: str) -> Colour:
    channels = (int(hexadecimal[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG 2."""
    first, second = (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] for c in (one, other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def seen_with(blindness: str, colour: Colour) -> Colour:
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * channel for weight, channel in zip(row, colour, strict=True))))
        for row in COLOUR_BLINDNESS[blindness]
    )
    return red, green, blue


def difference(one: Colour, other: Colour) -> float:
    """Distance in OKLab, where equal distances look about equally different."""
    return sum((a - b) ** 2 for a, b in zip(_oklab(one), _oklab(other), strict=True)) ** 0.5


def _oklab(colour: Colour) -> Colour:
    r, g, b = colour
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
