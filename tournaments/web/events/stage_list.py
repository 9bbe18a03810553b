"""The stages of a tournament for its readers."""

from typing import NamedTuple

from tournaments.models import Event
from tournaments.wording.event_stages import told_stage
from tournaments.wording.terms import SCHEMES, TIE_BREAKERS, Text


class ShownStage(NamedTuple):
    """How it is played, what places are worth, and what decides between equal points, in order."""

    told: str
    scheme: Text
    tie_breakers: str


def stage_list(event: Event) -> list[ShownStage]:
    stages = [one.stage for one in event.stages.order_by("number")]
    return [
        ShownStage(
            told_stage(stage),
            SCHEMES[stage.rules.scheme.key],
            ", ".join(str(TIE_BREAKERS[key]) for key in stage.rules.chain),
        )
        for stage in stages
    ]
