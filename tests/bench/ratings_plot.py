"""A picture of predicted against observed, in plain SVG."""

import math
from itertools import pairwise

from tests.bench.ratings_accuracy import Prediction

SIZE, MARGIN = 360, 48
EDGES = (0.0, 0.15, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.85, 1.0)
STYLE = (
    "text{font:12px sans-serif;fill:#555}line{stroke:#888}.even{stroke:#888;stroke-dasharray:4 4}"
    ".range{stroke:#2a6f97;stroke-width:1.5}circle{fill:#2a6f97}"
)


def calibration(predictions: list[Prediction]) -> str:
    """One point per range of predicted chances, with the 95 % interval of what happened.

    Each pair is counted from both sides, so that it does not matter who sits first.
    """
    both = predictions + [(1 - chance, not ahead) for chance, ahead in predictions]
    marks = []
    for low, high in pairwise(EDGES):
        pairs = [(chance, ahead) for chance, ahead in both if low <= chance < high]
        if len(pairs) < 30:
            continue
        mean = sum(chance for chance, _ in pairs) / len(pairs)
        share = sum(ahead for _, ahead in pairs) / len(pairs)
        # Half of the pairs are the other half seen from the other side.
        half = 1.96 * math.sqrt(share * (1 - share) / (len(pairs) / 2 if low < 0.5 < high else len(pairs)))
        marks.append(
            f'<line class="range" x1="{x(mean)}" x2="{x(mean)}" y1="{y(share - half)}" y2="{y(share + half)}"/>'
            f'<circle cx="{x(mean)}" cy="{y(share)}" r="4"><title>predicted {mean:.3f}, observed {share:.3f} '
            f"({len(pairs)} pairs)</title></circle>"
        )
    ticks = "".join(
        f'<text x="{x(at)}" y="{y(0) + 18}" text-anchor="middle">{at:.0%}</text>'
        f'<text x="{x(0) - 8}" y="{y(at) + 4}" text-anchor="end">{at:.0%}</text>'
        for at in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" role="img">'
        "<title>Predicted against observed: points on the dashed line are chances that come true</title>"
        f"<style>{STYLE}</style>"
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(0)}"/>'
        f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(0)}" y2="{y(1)}"/>'
        f'<line class="even" x1="{x(0)}" y1="{y(0)}" x2="{x(1)}" y2="{y(1)}"/>{ticks}{"".join(marks)}'
        f'<text x="{SIZE / 2}" y="{SIZE - 8}" text-anchor="middle">predicted chance of ending ahead</text>'
        f'<text x="14" y="{SIZE / 2}" text-anchor="middle" transform="rotate(-90 14 {SIZE / 2})">observed</text>'
        "</svg>\n"
    )


def x(share: float) -> float:
    return round(MARGIN + share * (SIZE - 2 * MARGIN), 1)


def y(share: float) -> float:
    return round(SIZE - MARGIN - share * (SIZE - 2 * MARGIN), 1)
