"""The stages of a tournament in a sentence each."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.stages import Kind, Stage
from tournaments.models import Event
from tournaments.wording.event_terms import KINDS
from tournaments.wording.terms import SCHEMES, TIE_BREAKERS

# Of these the organiser says how many rounds there are; schedules and brackets know theirs.
COUNTED = {Kind.SWISS, Kind.HEATS, Kind.FINAL}


class ShownStage(NamedTuple):
    number: int
    name: str
    facts: list[str]


def stage_list(event: Event) -> list[ShownStage]:
    return [
        ShownStage(one.number, str(KINDS[one.kind]), list(_facts(one.stage)))
        for one in event.stages.order_by("number")
    ]


def _facts(stage: Stage) -> Iterator[str]:
    if stage.kind in COUNTED:
        yield ngettext("%(number)s round", "%(number)s rounds", stage.rounds) % {"number": stage.rounds}
    if stage.kind == Kind.GROUPS:
        yield _("groups of %(size)s") % {"size": stage.group_size}
    yield _("tables of %(size)s") % {"size": stage.table_size}
    yield _("points: %(scheme)s") % {"scheme": SCHEMES[stage.rules.scheme.key]}
    if stage.rules.best_games:
        best = stage.rules.best_games
        yield ngettext("the best game counts", "the best %(number)s games count", best) % {"number": best}
    order = ", ".join(str(TIE_BREAKERS[key]) for key in stage.rules.chain)
    yield _("ties: %(order)s") % {"order": order}
    if stage.advance:
        text = ngettext("the first goes on", "the first %(number)s go on", stage.advance)
        yield text % {"number": stage.advance}
