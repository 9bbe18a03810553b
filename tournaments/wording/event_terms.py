"""Words of a tournament's public pages: kinds of stages, states of tables, and why somebody sits where they sit."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.formats.stages import Kind
from tournaments.pairing.costs import Part
from tournaments.pairing.report import Direction, Float, Why
from tournaments.selectors.events.rounds import TableState
from tournaments.wording.reasons import shown_value

Text = str | Promise

KINDS: dict[str, Text] = {
    Kind.SWISS: gettext_lazy("Swiss rounds"),
    Kind.ROUND_ROBIN: gettext_lazy("Round robin"),
    Kind.GROUPS: gettext_lazy("Groups"),
    Kind.HEATS: gettext_lazy("Heats"),
    Kind.KNOCKOUT: gettext_lazy("Knockout"),
    Kind.FINAL: gettext_lazy("Final table"),
}

TABLE_STATES: dict[TableState, Text] = {
    TableState.OPEN: pgettext_lazy("a table", "Playing"),
    TableState.WAITING: pgettext_lazy("a table", "Waits for confirmation"),
    TableState.DISPUTED: pgettext_lazy("a table", "Result disputed"),
    TableState.PLAYED: pgettext_lazy("a table", "Played"),
    TableState.CONFLICT: pgettext_lazy("a table", "Different results"),
    TableState.OTHER_PLAYERS: pgettext_lazy("a table", "Other players in the result"),
    TableState.FORFEITED: pgettext_lazy("a table", "Forfeited"),
    TableState.CANCELLED: pgettext_lazy("a table", "Called off"),
    TableState.THROUGH: pgettext_lazy("a table", "All go on without playing"),
}

# What kept a player from the own score group, as the end of a sentence.
FLOAT_REASONS: dict[str, Text] = {
    Part.REPEATS: gettext_lazy("otherwise people would meet again"),
    Part.SCORES: gettext_lazy("otherwise scores would lie further apart elsewhere"),
    Part.SHORT: gettext_lazy("otherwise somebody would sit at a short table again"),
    Part.CLUB: gettext_lazy("otherwise people of one club or team would meet"),
    Part.FAMILY: gettext_lazy("otherwise people of one family would meet"),
    Part.SEEDING: gettext_lazy("otherwise the seeds would not be spread"),
    Part.WISHES: gettext_lazy("otherwise a wish of the organisers would be broken"),
    "group": gettext_lazy("the own score group fills no table"),
    "lot": gettext_lazy("somebody had to, and the lot decided"),
    "hand": gettext_lazy("the tables were changed by hand"),
}


def told_float(floated: Float, *, by_hand: bool = False) -> str:
    """`by_hand`: these are not the tables as drawn, so that where nothing speaks against going back no lot decided."""
    reason = "hand" if by_hand and floated.reason == "lot" else floated.reason
    values = {
        "own": shown_value("points", str(floated.score)),
        "table": shown_value("points", str(floated.table_score)),
        "reason": str(FLOAT_REASONS.get(reason, reason)),
    }
    if floated.direction is Direction.UP:
        return _("Sits with players who have more points (%(own)s against %(table)s): %(reason)s.") % values
    return _("Sits with players who have fewer points (%(own)s against %(table)s): %(reason)s.") % values


def told_why(why: Why, names: Mapping[str, str], *, by_hand: bool = False) -> list[str]:
    """Sentences; `names` are shown by the public ids of entries. `by_hand`: these are not the tables as drawn."""
    told = []
    again = [(names.get(one.other, ""), one.before) for one in why.opponents if one.before]
    if not again:
        told.append(_("Nobody at this table was an opponent before."))
    for name, before in again:
        text = ngettext(
            "%(name)s was an opponent once before: with these players and scores nothing better was found.",
            "%(name)s was an opponent %(times)s times before: with these players and scores nothing better was found.",
            before,
        )
        told.append(text % {"name": name, "times": before})
    told.append(
        told_float(why.floated, by_hand=by_hand) if why.floated else _("All have about as many points.")
    )
    if any(why.seats_before):
        had = ", ".join(
            _("seat %(seat)s: %(times)s×") % {"seat": seat, "times": times}
            for seat, times in enumerate(why.seats_before, start=1)
            if times
        )
        told.append(
            _("Seats before: %(had)s. The draw gives everybody each seat equally often.") % {"had": had}
        )
    if why.exchange and why.exchange.costs.total > 0:
        told.append(
            _(
                "The best change of places would be with %(name)s at table %(table)s, and would make the draw worse."
            )
            % {"name": names.get(why.exchange.player, ""), "table": why.exchange.table}
        )
    return told
