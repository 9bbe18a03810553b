"""How the figures are made, in plain words."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.stats.figures import SMALL_SAMPLE
from games.stats.models import WorthFit
from games.stats.presets import ALL
from games.stats.web import words
from games.stats.web.columns import COLUMNS


@dataclass(frozen=True, slots=True)
class Coverage:
    """In percent: how often the intervals of worths and of plain win indices held the truth."""

    runs: int
    adjusted: float
    raw: float


# The figures of docs/statistics.md, by `python -m tests.bench stats`; to be measured again when the estimators change.
COVERAGE = Coverage(runs=60, adjusted=94.5, raw=71.4)


def method_page(request: HttpRequest) -> HttpResponse:
    context = {
        "systems": words.named_systems(),
        "columns": COLUMNS,
        "fewest": SMALL_SAMPLE,
        "coverage": COVERAGE,
        "fits": WorthFit.objects.filter(preset=ALL.key).order_by("system"),
    }
    return render(request, "stats/method.html", context)
