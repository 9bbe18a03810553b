"""The words for a game's life."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class GameState(models.TextChoices):
    SUBMITTED = "submitted", _("Submitted")
    CONFIRMED = "confirmed", _("Confirmed")
    DISPUTED = "disputed", _("Disputed")
    VOID = "void", _("Void")


class ConfirmationRule(models.TextChoices):
    AT_ONCE = "at_once", _("At once")
    ALL = "all", _("When every player has confirmed")
    MAJORITY = "majority", _("When more than half of the players have confirmed")
    SILENCE = "silence", _("After some days without an objection")


class VerdictKind(models.TextChoices):
    CONFIRMED = "confirmed", _("Confirmed")
    DISPUTED = "disputed", _("Disputed")
    WITHDRAWN = "withdrawn", pgettext_lazy("a confirmation or dispute", "Withdrawn")


class VerdictMeans(models.TextChoices):
    """How a word on a result came to us."""

    ACCOUNT = "account", _("signed in")
    LINK = "link", _("by a personal link")
    TABLE = "table", _("by the table code")
    ENTRY = "entry", _("by entering or correcting the game")
    FREED = "freed", _("by freeing the seat")


class ClaimState(models.TextChoices):
    """What a phone says of a seat whose player has no account: that is me."""

    HOLDS = "holds", _("Holds the seat")
    ASKS = "asks", _("Asks for the seat")
    REFUSED = "refused", _("Was refused the seat")


class GameAuditKind(models.TextChoices):
    SETTLED = "settled", _("Settled by an organiser")
    VOIDED = "voided", _("Taken out")
    RESTORED = "restored", _("Restored")


class VersionCause(models.TextChoices):
    RECORDED = "recorded", _("Recorded")
    CORRECTED = "corrected", _("Corrected")
    UNDONE = "undone", _("Correction undone")
    MOVED = "moved", _("Saved into a club")
