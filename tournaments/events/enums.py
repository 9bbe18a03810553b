"""The words of events, which people call tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EventState(models.TextChoices):
    PLANNED = "planned", pgettext_lazy("a tournament", "Being prepared")
    REGISTRATION = "registration", pgettext_lazy("a tournament", "Open for registration")
    RUNNING = "running", pgettext_lazy("a tournament", "Running")
    FINISHED = "finished", pgettext_lazy("a tournament", "Finished")


class Admission(models.TextChoices):
    """Who may put themselves on the list; organisers put anybody there."""

    EVERYBODY = "everybody", _("Everybody; who is not in the club is confirmed by an organiser")
    MEMBERS = "members", _("Members of the club")
    INVITED = "invited", _("Only who was invited")


class ParticipantState(models.TextChoices):
    """Where somebody stands on the list. Who is `REQUESTED` waits for an organiser, who is `WAITING` for a place."""

    REQUESTED = "requested", pgettext_lazy("at a tournament", "Asks to take part")
    INVITED = "invited", pgettext_lazy("at a tournament", "Invited")
    WAITING = "waiting", pgettext_lazy("at a tournament", "On the waiting list")
    REGISTERED = "registered", pgettext_lazy("at a tournament", "Registered")
    CHECKED_IN = "checked_in", pgettext_lazy("at a tournament", "Is there")
    DROPPED = "dropped", pgettext_lazy("at a tournament", "Has left")
    DISQUALIFIED = "disqualified", pgettext_lazy("at a tournament", "Disqualified")
    WITHDRAWN = "withdrawn", pgettext_lazy("at a tournament", "Withdrawn")


class ParticipantMail(models.TextChoices):
    """Which e-mails a player wants about a tournament; nobody gets one a round who did not ask for it."""

    NONE = "none", _("No e-mails")
    PLACE = "place", _("Only when a place has come free for me")
    TABLES = "tables", _("Also my table, whenever a round is published")


# These need not be in the club; who gets a place or waits for one comes into it.
FROM_OUTSIDE = (ParticipantState.REQUESTED, ParticipantState.INVITED)
# These take a place of those there are.
TAKING_A_SPOT = (ParticipantState.REGISTERED, ParticipantState.CHECKED_IN)
# These played or may play; everybody else is in no table.
ON_THE_LIST = (*TAKING_A_SPOT, ParticipantState.DROPPED, ParticipantState.DISQUALIFIED)


class RoundState(models.TextChoices):
    """`DRAWING`: a job works it out. `FAILED`: no draw keeps the organiser's wishes. `DRAWN`: organisers see it."""

    DRAWING = "drawing", pgettext_lazy("a round", "Being drawn")
    FAILED = "failed", pgettext_lazy("a round", "Cannot be drawn")
    DRAWN = "drawn", pgettext_lazy("a round", "Drawn, not yet published")
    PUBLISHED = "posted", pgettext_lazy("a round", "Published")
    FINISHED = "finished", pgettext_lazy("a round", "Finished")


class ByeKind(models.TextChoices):
    """A `BYE` brings points by rule; who `RESTS` waits for the next round of the schedule; `THROUGH` goes on."""

    BYE = "bye", pgettext_lazy("a round", "Bye")
    REST = "rest", pgettext_lazy("a round", "Rests")
    THROUGH = "through", pgettext_lazy("a round", "Goes on without playing")


class TableDecision(models.TextChoices):
    FORFEITED = "forfeited", pgettext_lazy("a table", "Forfeited")
    CANCELLED = "cancelled", pgettext_lazy("a table", "Called off")
    THROUGH = "through", pgettext_lazy("a table", "All go on without playing")


class SeatingRuleKind(models.TextChoices):
    TOGETHER = "together", _("Always at one table")
    APART = "apart", _("Never at one table")


class EventAuditKind(models.TextChoices):
    CREATED = "created", pgettext_lazy("a tournament", "Set up")
    CHANGED = "changed", _("Settings changed")
    STAGES = "stages", _("Stages changed")
    REGISTRATION = "registration", _("Registration opened or closed")
    ENTERED = "entered", _("Somebody came in")
    PARTICIPANT = "entry", _("Somebody’s place on the list changed")
    TAGS = "tags", _("Club, family or rating changed")
    SEATING_RULE = "wish", _("A wish for the draw changed")
    DRAWN = "drawn", _("Round drawn")
    REDRAWN = "redrawn", _("Round drawn again")
    TABLES = "tables", _("Tables changed by hand")
    PUBLISHED = "posted", _("Round published")
    UNDONE = "undone", _("Round undone")
    SETUP = "setup", _("Set-up drawn")
    CLOCK = "clock", _("Clock")
    RESULT = "result", _("Result entered")
    SAME_RESULT = "same_result", _("The same result came in again")
    CONFLICT = "conflict", _("Two different results of one table")
    SETTLED = "settled", _("An organiser chose the result that counts")
    RESULT_CHANGED = "result_changed", _("A result that counted was corrected or taken out")
    UNLINKED = "unlinked", _("Result taken off the table")
    DECIDED = "decided", _("Decided by an organiser")
    UNDECIDED = "undecided", _("Decision taken back")
    ADJUSTED = "adjusted", _("Points given or taken")
    NOTE = "note", _("Judge’s note")
    FINISHED = "finished", pgettext_lazy("a tournament", "Finished")
    REOPENED = "reopened", pgettext_lazy("a tournament", "Reopened")
