"""Formats to begin with: a choice instead of a dozen settings, all of which can be changed afterwards."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from tournaments.formats.stages import Kind, Stage
from tournaments.standings.rules import Rules
from tournaments.wording.terms import Text

FINAL = Stage(kind=Kind.FINAL)


@dataclass(frozen=True, slots=True)
class Preset:
    """`stages` for so many rounds as the organiser says."""

    name: Text
    hint: Text
    stages: tuple[Stage, ...]

    def of_rounds(self, rounds: int) -> tuple[Stage, ...]:
        """Stages that know their own rounds keep them; of heats about two thirds count."""
        return tuple(_with_rounds(stage, rounds) for stage in self.stages)


def _with_rounds(stage: Stage, rounds: int) -> Stage:
    if stage.kind is Kind.HEATS:
        best = max(1, (2 * rounds + 1) // 3)
        return replace(stage, rounds=rounds, rules=replace(stage.rules, best_games=best))
    return replace(stage, rounds=rounds) if stage.kind is Kind.SWISS else stage


PRESETS: dict[str, Preset] = {
    "swiss_final": Preset(
        _("Swiss rounds and a final table"),
        _("Everybody plays every round; the first four play a final."),
        (Stage(kind=Kind.SWISS, rounds=4, advance=4), FINAL),
    ),
    "swiss": Preset(
        _("Swiss rounds"),
        _("Everybody plays every round, equal scores meet; the standings decide."),
        (Stage(kind=Kind.SWISS, rounds=4),),
    ),
    "groups_knockout": Preset(
        _("Groups, then a knockout"),
        _("Balanced groups of about seven; the first sixteen play on, two of each table survive."),
        (Stage(kind=Kind.GROUPS, advance=16), Stage(kind=Kind.KNOCKOUT)),
    ),
    "heats": Preset(
        _("Heats"),
        _("Come and go as you like; only the best games of each player count."),
        (Stage(kind=Kind.HEATS, rounds=4, rules=Rules(best_games=3)),),
    ),
    "round_robin": Preset(
        _("Balanced round robin"),
        _("For small fields: everybody meets everybody about equally often."),
        (Stage(kind=Kind.ROUND_ROBIN),),
    ),
}
