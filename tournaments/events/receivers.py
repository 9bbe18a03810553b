"""What follows in tournaments from changes elsewhere."""

from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.utils.translation import gettext as _

from games.players.merges import merge_undone, players_merged
from games.players.models import Player
from games.players.signals import PersonalDataSection, collect_personal_data
from games.results.models import Game
from games.results.signals import game_changed
from tournaments.events.enums import EventAuditKind, EventState
from tournaments.events.models import Event, EventAuditRecord, EventTable, JudgeNote, Participant
from tournaments.events.services.changes import mark_event
from tournaments.shared.audit import record_audit


@receiver(game_changed)
def refresh_event_of_a_game(
    sender: Any, *, game: Game, counted_before: bool, counts_now: bool, **_: Any
) -> None:
    """A result that counted already and is now another one, or none, stands in the history: people saw it, and later
    rounds may have been drawn with it.
    """
    # Most games belong to none: the round and the event are asked for only then.
    for table in EventTable.objects.filter(Q(game=game) | Q(rival=game)):
        event = table.event
        if counted_before and table.game_id == game.pk:
            detail = {
                "round": table.round.number,
                "table": table.number,
                "counts": counts_now,
                "version": game.version,
                "frozen": event.is_finished,
                "drawn_since": event.rounds.filter(number__gt=table.round.number).count(),
            }
            record_audit(event, EventAuditKind.RESULT_CHANGED, game=game, detail=detail)
        if not event.is_finished:
            mark_event(event)


@receiver([players_merged, merge_undone])
def refresh_events_of_merged_players(sender: Any, *, source: Player, target: Player, **_: Any) -> None:
    living = Event.objects.filter(participants__player__in=[source, target]).exclude(
        state=EventState.FINISHED
    )
    for event in living.distinct():
        mark_event(event)


@receiver(collect_personal_data)
def events_of_a_person(sender: Any, *, account: Any, player: Any, **__: Any) -> list[PersonalDataSection]:
    done = EventAuditRecord.objects.filter(account=account).select_related("event").order_by("pk")
    notes = JudgeNote.objects.filter(account=account).select_related("event").order_by("pk")
    return [
        PersonalDataSection("tournaments", _("Tournaments you take part in"), _participations(player)),
        PersonalDataSection(
            "tournament_history",
            _("What you did in tournaments"),
            [{"tournament": record.event.name, "event": record.kind, "at": record.at} for record in done],
        ),
        PersonalDataSection(
            "judge_notes",
            _("Notes you wrote as a judge"),
            [{"tournament": note.event.name, "text": note.text, "at": note.at} for note in notes],
        ),
    ]


def _participations(player: Player | None) -> list[dict[str, Any]]:
    if player is None:
        return []
    participants = Participant.objects.filter(player=player).select_related("event__club").order_by("pk")
    return [
        {
            "club": participant.club.name,
            "tournament": participant.event.name,
            "state": participant.state,
            "since": participant.queued_at,
            "team": participant.team,
            "family": participant.family,
            "rating": participant.rating,
            "final_place": participant.final_place,
        }
        for participant in participants
    ]
