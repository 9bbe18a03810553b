"""How a tournament is played, in words: formats, first rounds, byes, what a draw avoids."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.formats.stages import Kind, Stage
from tournaments.pairing.request import Method
from tournaments.standings.rules import ByePoints
from tournaments.wording.event_terms import KINDS
from tournaments.wording.terms import Text

FIRST_ROUNDS: Mapping[str, Text] = {
    Method.RANDOM: pgettext_lazy("the first round", "By lot"),
    Method.SEEDED: pgettext_lazy("the first round", "By rating: the strongest are spread over the tables"),
    Method.ACCELERATED: pgettext_lazy("the first round", "By rating: the strongest meet early"),
}

BYE_POINTS: Mapping[str, Text] = {
    ByePoints.MEAN: gettext_lazy("As much as a mean seat"),
    ByePoints.FIRST: gettext_lazy("As much as a first place"),
    ByePoints.LAST: gettext_lazy("As much as a last place"),
    ByePoints.NONE: gettext_lazy("Nothing"),
}

WEIGHTS: Mapping[str, tuple[Text, Text]] = {
    "repeat": (gettext_lazy("Meeting again"), gettext_lazy("For each time the two have met.")),
    "score": (
        gettext_lazy("Different scores at a table"),
        gettext_lazy("Times the square of the difference, where a first place is worth 5."),
    ),
    "short": (
        gettext_lazy("Another short table or bye"),
        gettext_lazy("For who has had more of them than others."),
    ),
    "club": (gettext_lazy("Two of one club or team"), gettext_lazy("At one table.")),
    "family": (gettext_lazy("Two of one family"), gettext_lazy("At one table.")),
    "seeding": (
        gettext_lazy("Two equally strong players"),
        gettext_lazy("At one table of a first round that spreads the strongest."),
    ),
}


def told_stage(stage: Stage) -> str:
    """A stage in a line: "Swiss rounds: 4 rounds, tables of 4; 4 go on"."""
    parts = [_("tables of %(seats)s") % {"seats": stage.table_size}]
    if stage.kind in {Kind.SWISS, Kind.HEATS}:
        parts.insert(0, ngettext("one round", "%(count)s rounds", stage.rounds) % {"count": stage.rounds})
    if stage.kind is Kind.FINAL:
        parts = [ngettext("one game", "%(count)s games", stage.rounds) % {"count": stage.rounds}]
    if stage.kind is Kind.GROUPS:
        parts.insert(0, _("groups of about %(count)s") % {"count": stage.group_size})
    if stage.kind is Kind.HEATS and stage.rules.best_games:
        parts.append(_("the best %(count)s count") % {"count": stage.rules.best_games})
    if stage.advance:
        parts.append(_("%(count)s go on") % {"count": stage.advance})
    return _("%(stage)s: %(details)s") % {"stage": KINDS[stage.kind], "details": ", ".join(parts)}
