"""The words of leagues and seasons."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SeasonKind(models.TextChoices):
    OPEN = "open", _("Open season: every game of the club counts")
    GROUPS = "groups", _("Groups with a schedule")


class SeasonState(models.TextChoices):
    PLANNED = "planned", pgettext_lazy("a season", "Being prepared")
    RUNNING = "running", pgettext_lazy("a season", "Running")
    CLOSED = "closed", pgettext_lazy("a season", "Closed")


class Enrolment(models.TextChoices):
    EVERYBODY = "everybody", _("Everybody in the club, also who joins later")
    SIGN_UP = "sign_up", _("Whoever signs up, or is put on the list")


class Decision(models.TextChoices):
    """What an organiser decided about a game of the schedule that was not played."""

    FORFEITED = "forfeited", _("Forfeited")
    CANCELLED = "cancelled", pgettext_lazy("a game of the schedule", "Called off")


class OpenGames(models.TextChoices):
    """What becomes of the games that a withdrawing player has still to play."""

    CANCEL = "cancel", _("They are called off; nobody gets points")
    FORFEIT = "forfeit", _("The player forfeits them; the others share the points")


class SeasonAuditKind(models.TextChoices):
    CREATED = "created", _("Set up")
    CHANGED = "changed", _("Settings changed")
    STARTED = "started", _("Started")
    JOINED = "joined", _("Somebody came in")
    WITHDREW = "withdrew", _("Somebody withdrew")
    RETURNED = "returned", _("Somebody came back")
    LINKED = "linked", _("Result entered")
    SAME_RESULT = "same_result", _("The same result came in again")
    CONFLICT = "conflict", _("Two different results of one game")
    SETTLED = "settled", _("An organiser chose the result that counts")
    UNLINKED = "unlinked", _("Result taken off the schedule")
    DECIDED = "decided", _("Decided by an organiser")
    REOPENED_GAME = "reopened_game", _("Decision taken back")
    DEADLINE = "deadline", _("Deadline moved")
    RESULT_CHANGED = "result_changed", _("A result that counted was corrected or taken out")
    ADJUSTED = "adjusted", _("Bonus or penalty")
    ADJUST_UNDONE = "adjust_undone", _("Bonus or penalty taken back")
    CLOSED = "closed", _("Closed")
    REOPENED = "reopened", _("Reopened")
