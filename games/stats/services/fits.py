"""Fit what factions are worth, now and then, far from any request."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Max, Sum
from django.utils import timezone

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.topics import Queue, Topic
from games.stats.index.layout import layout_of
from games.stats.models import StatsBlock, WorthFit
from games.stats.presets import Preset, presets_of, source_name
from scoring import registry

# A fit is made again when games changed, but not sooner than this, and a long one more seldom.
SHORTEST_PAUSE = timedelta(minutes=10)
REST_PER_SECOND_OF_WORK = 50
# Fewer games say nothing yet.
FEWEST_GAMES = 30


@dataclass(frozen=True, slots=True)
class FreshFit:
    """The columns of a WorthFit; None in `values` when there is nothing to fit."""

    values: dict[str, Any] | None


class WorthTopic(Topic[FreshFit]):
    """A piece is a system and one of its presets, such as "<system>/seats:3"."""

    name = "statistics_worth"
    queue = Queue.BULK

    def all_keys(self) -> Iterable[str]:
        return [
            f"{ruleset.description.key}/{preset.key}"
            for ruleset in registry.systems()
            for preset in presets_of(ruleset.description.key)
        ]

    def compute(self, *, key: str, since: date | None) -> FreshFit:
        # Imported where they are needed: only the worker of the long jobs pays for scipy.
        from games.stats.index.snapshot import snapshot_of
        from games.stats.services.worths import report

        system, _, preset = key.partition("/")
        began = time.perf_counter()
        source = source_name(snapshot_of(system).name)
        values = report(system, Preset(preset))
        if values is None:
            return FreshFit(None)
        return FreshFit({**values, "source": source, "seconds": time.perf_counter() - began})

    def publish(self, *, key: str, result: FreshFit) -> None:
        system, _, preset = key.partition("/")
        if result.values is None:
            WorthFit.objects.filter(system=system, preset=preset).delete()
            return
        WorthFit.objects.update_or_create(
            system=system, preset=preset, defaults={**result.values, "computed_at": timezone.now()}
        )


def mark_due_fits(system: str) -> int:
    """Ask for every fit whose games changed and that has rested long enough; how many were asked for.

    Where there are too few games for some of the fits, those rest as long as the latest of the others.
    """
    presets = list(presets_of(system))
    if not presets:
        return 0
    blocks = StatsBlock.objects.filter(system=system, layout=layout_of(system).fingerprint)
    source = source_name(blocks.order_by("number").values_list("digest", flat=True))
    if (blocks.aggregate(games=Sum("games"))["games"] or 0) < FEWEST_GAMES:
        return 0
    fits = WorthFit.objects.filter(system=system)
    current = set(fits.filter(source=source).values_list("preset", flat=True))
    newest = fits.aggregate(at=Max("computed_at"), seconds=Max("seconds"))
    rest = max(SHORTEST_PAUSE, timedelta(seconds=(newest["seconds"] or 0) * REST_PER_SECOND_OF_WORK))
    if newest["at"] is not None and timezone.now() < newest["at"] + rest:
        return 0
    waiting = set(DirtyMark.objects.filter(topic=WorthTopic.name).values_list("key", flat=True))
    due = {f"{system}/{preset.key}" for preset in presets if preset.key not in current} - waiting
    for key in sorted(due):
        mark_dirty(topic=WorthTopic.name, key=key)
    return len(due)
