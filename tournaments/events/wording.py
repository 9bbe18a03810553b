"""Tournaments in words: formats and stages, what a draw avoids, costs and explains, what is wrong with it, states of
tables, and lines of the history, old and new.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from caledonia_site.common.formatting import format_date
from scoring.types import Violation
from tournaments.events.configuration import EventConfiguration
from tournaments.events.enums import (
    Admission,
    EventAuditKind,
    EventState,
    ParticipantState,
    SeatingRuleKind,
    TableDecision,
)
from tournaments.events.models import EventAuditRecord
from tournaments.events.selectors.rounds import TableState
from tournaments.formats.stages import Kind, Stage, read_stage
from tournaments.pairing.costs import Costs, Part
from tournaments.pairing.report import Direction, Float, Why
from tournaments.pairing.request import Method
from tournaments.shared.wording import AuditLine, Text, describe_violation, shown_value, signed_points
from tournaments.standings.rules import ByePoints

MESSAGES: Mapping[str, Text] = {
    "stage.not_a_table": gettext_lazy("This is no list of settings."),
    "stage.not_a_choice": gettext_lazy("Choose one of what is offered."),
    "stage.not_a_number": gettext_lazy("This is no number."),
    "stage.rounds": gettext_lazy("Choose a number from %(least)s to %(most)s."),
    "stage.table_size": gettext_lazy("Choose a number from %(least)s to %(most)s."),
    "stage.group_size": gettext_lazy("At such tables a group has %(least)s to %(most)s players."),
    "stage.advance": gettext_lazy("The number cannot be negative."),
    "stage.knockout_table": gettext_lazy("A knockout is played at tables of %(wanted)s."),
    "stage.best_games": gettext_lazy("There are only %(most)s heats."),
    "event.no_stage": gettext_lazy("A tournament needs at least one stage."),
    "event.nobody_advances": gettext_lazy("A stage follows: at least %(least)s must go on to it."),
    "event.all_advance": gettext_lazy("Fewer must go on than came in: at most %(most)s."),
    "event.final_too_large": gettext_lazy("A final has one table: at most %(most)s go on to it."),
    "draw.player_twice": gettext_lazy("%(player)s stands there twice."),
    "draw.too_few": gettext_lazy("At least %(least)s players are needed."),
    "draw.table_size": gettext_lazy("Tables have %(least)s to %(most)s seats."),
    "draw.win": gettext_lazy("A first place must be worth points."),
    "draw.negative_weight": gettext_lazy("What a draw avoids cannot cost less than nothing."),
    "draw.same_player": gettext_lazy("%(player)s cannot be wished together with themselves."),
    "draw.not_present": gettext_lazy("%(player)s does not play in this round."),
    "draw.circle_too_large": gettext_lazy("More must sit together than a table has seats: %(players)s."),
    "draw.contradiction": gettext_lazy("%(one)s and %(other)s must sit together and apart at once."),
    "draw.wishes_impossible": gettext_lazy("No draw keeps all wishes. These cannot be kept together:"),
    "draw.wish_together": gettext_lazy("%(one)s and %(other)s at the same table."),
    "draw.wish_apart": gettext_lazy("%(one)s and %(other)s never at the same table."),
    "draw.other_version": gettext_lazy("The site was renewed before this round was drawn. Draw it again."),
    "round.not_present": gettext_lazy("%(player)s does not play in this round."),
    "round.missing": gettext_lazy("%(player)s has no seat."),
    "round.player_twice": gettext_lazy("%(player)s sits in two places."),
    "round.table_size": gettext_lazy("A table has two to %(most)s players; this one has %(seats)s."),
    "round.not_together": gettext_lazy("%(one)s and %(other)s wished to sit together."),
    "round.not_apart": gettext_lazy("%(one)s and %(other)s should not sit together."),
    "unknown_setup": gettext_lazy("This game has no such set-up."),
}

# A wish may be overruled by hand; everything else keeps tables from being played.
OVERRULED = {"round.not_together", "round.not_apart"}

PARTS: Mapping[Part, Text] = {
    Part.REPEATS: gettext_lazy("Meetings again"),
    Part.SCORES: gettext_lazy("Different scores at a table"),
    Part.SHORT: gettext_lazy("Short tables and byes"),
    Part.CLUB: gettext_lazy("Same club or team"),
    Part.FAMILY: gettext_lazy("Same family"),
    Part.SEEDING: gettext_lazy("Equally strong"),
    Part.WISHES: gettext_lazy("Broken wishes"),
}


def describe_mistake(violation: Violation, names: Mapping[str, str]) -> str:
    """`names`: the players by their public id as participants, as the viewer may see them."""
    if violation.code not in MESSAGES:
        return describe_violation(violation)
    named = {key: _named(value, names) for key, value in violation.params.items()}
    return str(MESSAGES[violation.code]) % named


def _named(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return ", ".join(str(_named(item, names)) for item in value)
    return names.get(value, value) if isinstance(value, str) else value


def describe_costs(costs: Costs) -> list[tuple[str, str]]:
    """What is not nothing, part by part; the dearest first."""
    rows = sorted(costs.parts.items(), key=lambda row: -abs(row[1]))
    return [(str(PARTS[part]), describe_cost(cost)) for part, cost in rows if cost]


def describe_cost(cost: Fraction) -> str:
    return shown_value("points", str(cost))


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


def describe_float(floated: Float, *, by_hand: bool = False) -> str:
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


def describe_why(why: Why, names: Mapping[str, str], *, by_hand: bool = False) -> list[str]:
    """Sentences; `names` are shown by the public ids of participants. `by_hand`: these are not the tables as drawn."""
    sentences = []
    again = [
        (names.get(opponent.other, ""), opponent.before) for opponent in why.opponents if opponent.before
    ]
    if not again:
        sentences.append(_("Nobody at this table was an opponent before."))
    for name, before in again:
        text = ngettext(
            "%(name)s was an opponent once before: with these players and scores nothing better was found.",
            "%(name)s was an opponent %(times)s times before: with these players and scores nothing better was found.",
            before,
        )
        sentences.append(text % {"name": name, "times": before})
    sentences.append(
        describe_float(why.floated, by_hand=by_hand) if why.floated else _("All have about as many points.")
    )
    if any(why.seats_before):
        had = ", ".join(
            _("seat %(seat)s: %(times)s×") % {"seat": seat, "times": times}
            for seat, times in enumerate(why.seats_before, start=1)
            if times
        )
        sentences.append(
            _("Seats before: %(had)s. The draw gives everybody each seat equally often.") % {"had": had}
        )
    if why.exchange and why.exchange.costs.total > 0:
        sentences.append(
            _(
                "The best change of places would be with %(name)s at table %(table)s, and would make the draw worse."
            )
            % {"name": names.get(why.exchange.player, ""), "table": why.exchange.table}
        )
    return sentences


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


def describe_stage(stage: Stage) -> str:
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


Names = Mapping[str, str]
NOTHING = "–"

SETTINGS: Mapping[str, Text] = {
    "name": gettext_lazy("Name of the tournament"),
    "starts_on": gettext_lazy("First day"),
    "ends_on": gettext_lazy("Last day"),
    "description": gettext_lazy("Description"),
    "place": gettext_lazy("Place"),
    "is_online": gettext_lazy("Played online"),
    "fee_note": gettext_lazy("Entry fee"),
    "admission": gettext_lazy("Who may register?"),
    "cap": gettext_lazy("Most players"),
    "needs_check_in": gettext_lazy("Players check in"),
    "round_minutes": gettext_lazy("Minutes for a round"),
    "shows_names": gettext_lazy("Show players’ names to everyone"),
    "team": gettext_lazy("Club or team"),
    "family": gettext_lazy("Family"),
    "rating": gettext_lazy("Rating"),
}
CLOCKS: Mapping[str, Text] = {
    "start": gettext_lazy("started"),
    "pause": gettext_lazy("paused"),
    "stop": gettext_lazy("set back"),
}


def describe_record(line: EventAuditRecord, names: Names) -> AuditLine:
    """Of a line fetched by `history_of`; `names` are the players by their public id as participants."""
    what = str(line.get_kind_display())
    if line.participant:
        what = _("%(what)s: %(name)s") % {"what": what, "name": line.participant.player.shown.name}
    return AuditLine(what, [*_where(line.detail), *_details(line, names)])


def _where(detail: Mapping[str, Any]) -> Iterator[str]:
    if "table" in detail and "round" in detail:
        yield _("Round %(round)s, table %(table)s") % detail
    elif "round" in detail:
        yield _("Round %(number)s") % {"number": detail["round"]}


def _details(line: EventAuditRecord, names: Names) -> Iterator[str]:
    detail: dict[str, Any] = line.detail
    match line.kind:
        case EventAuditKind.CHANGED | EventAuditKind.TAGS:
            yield from _changes(detail.get("changes", {}))
        case EventAuditKind.STAGES:
            yield _arrow(_stages(detail.get("old", [])), _stages(detail.get("new", [])))
        case EventAuditKind.REGISTRATION:
            yield _arrow(EventState(detail["old"]).label, EventState(detail["new"]).label)
        case EventAuditKind.ENTERED | EventAuditKind.PARTICIPANT:
            yield from _participant(detail)
        case EventAuditKind.SEATING_RULE:
            kind = detail.get("kind") or detail.get("old", "")
            wish = f"{names.get(detail.get('other', ''), NOTHING)}: {SeatingRuleKind(kind).label}"
            yield wish if detail.get("kind") else _("Taken back: %(what)s") % {"what": wish}
        case EventAuditKind.TABLES:
            yield from _moved(detail, names)
        case EventAuditKind.UNDONE:
            if games := detail.get("games"):
                yield _("Games that stay games of the club: %(count)s") % {"count": len(games)}
        case EventAuditKind.CLOCK:
            yield str(CLOCKS.get(detail.get("what", ""), ""))
        case EventAuditKind.DECIDED:
            yield str(TableDecision(detail["decision"]).label)
        case EventAuditKind.UNDECIDED:
            yield _("Taken back: %(what)s") % {"what": TableDecision(detail["old"]).label}
        case EventAuditKind.ADJUSTED:
            given = f"{signed_points(str(detail['points']))}: {detail['reason']}"
            yield _("Taken back: %(what)s") % {"what": given} if detail.get("undone") else given
        case EventAuditKind.RESULT_CHANGED:
            yield _("It still counts.") if detail.get("counts") else _("It counts no longer.")
            if detail.get("drawn_since"):
                yield _("Rounds drawn since: %(drawn_since)s. They keep their tables.") % detail
            if detail.get("frozen"):
                yield _("The tournament is finished, so its standings stay.")
        case EventAuditKind.FINISHED:
            if detail.get("early"):
                yield _("There were rounds left.")
        case EventAuditKind.NOTE:
            if detail.get("deleted"):
                yield _("The note was taken away.")


def _arrow(before: Any, after: Any) -> str:
    return _("%(before)s → %(after)s") % {"before": before, "after": after}


def _changes(changes: Mapping[str, Any]) -> Iterator[str]:
    for key, (before, after) in changes.items():
        if key == "settings":
            yield from _configuration(before, after)
        else:
            yield _change(str(SETTINGS.get(key, key)), _value(key, before), _value(key, after))


def _change(setting: str, before: str, after: str) -> str:
    return _("%(setting)s: %(before)s → %(after)s") % {"setting": setting, "before": before, "after": after}


def _value(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return pgettext("a setting", "yes") if value else pgettext("a setting", "no")
    if value in (None, ""):
        return NOTHING
    if key == "admission":
        return str(Admission(value).label)
    return format_date(date.fromisoformat(value)) if key in {"starts_on", "ends_on"} else str(value)


def _configuration(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    old, new = EventConfiguration.from_stored(before), EventConfiguration.from_stored(after)
    for key, (name, _hint) in WEIGHTS.items():
        was, now = getattr(old.weights, key), getattr(new.weights, key)
        if was != now:
            yield _change(str(name), str(was), str(now))
    if old.setup != new.setup:
        yield _("Set-up, the same at every table: changed")


def _stages(stored: Sequence[Mapping[str, Any]]) -> str:
    read = [read_stage(stage).stage for stage in stored]
    return "; ".join(describe_stage(stage) for stage in read if stage) or NOTHING


def _participant(detail: Mapping[str, Any]) -> Iterator[str]:
    if "sits_out" in detail:
        yield _("Sits out the next round") if detail["sits_out"] else _("Plays the next round after all")
    if new := detail.get("new"):
        after = str(ParticipantState(new).label)
        yield _arrow(ParticipantState(detail["old"]).label, after) if detail.get("old") else after


def _moved(detail: Mapping[str, Any], names: Names) -> Iterator[str]:
    """Who sits elsewhere than before."""
    before, after = _places(detail, "old", "old_byes"), _places(detail, "new", "byes")
    for key, place in after.items():
        if before.get(key) != place:
            yield _change(names.get(key, NOTHING), before.get(key, NOTHING), place)


def _places(detail: Mapping[str, Any], tables: str, byes: str) -> dict[str, str]:
    places = {
        key: _("table %(table)s, seat %(seat)s") % {"table": table, "seat": seat}
        for table, seated in enumerate(detail.get(tables, []), start=1)
        for seat, key in enumerate(seated, start=1)
    }
    return places | dict.fromkeys(detail.get(byes, []), _("no table"))
