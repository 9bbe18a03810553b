"""The words for imports, webhooks and their jobs."""

from django.db import models
from django.utils.translation import gettext_lazy as _

TOPIC = "imports"
WEBHOOKS = "webhooks"


class FileForm(models.TextChoices):
    BGSTATS = "bgstats", "BG Stats"
    BGG = "bgg", "BoardGameGeek"
    CSV = "csv", _("Table (CSV)")
    XLSX = "xlsx", _("Spreadsheet (XLSX)")
    JSONL = "jsonl", _("Caledonia (JSON lines)")


class ImportState(models.TextChoices):
    READING = "reading", _("Being read")
    READY = "ready", _("Ready to import")
    RUNNING = "running", _("Importing")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Stopped")
    REFUSED = "refused", _("Not readable")


class RowKind(models.TextChoices):
    NEW = "new", _("New")
    KNOWN = "known", _("Already there")
    DOUBTFUL = "doubtful", _("Doubtful")
    UNREADABLE = "unreadable", _("Unreadable")
    SKIPPED = "skipped", _("Left out")


class RowState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    IMPORTED = "imported", _("Imported")
    FAILED = "failed", _("Refused")


class NameKind(models.TextChoices):
    PLAYER = "player", _("Player")
    DIMENSION = "dimension", _("Clan")


class UnknownNames(models.TextChoices):
    """What becomes of people nobody has matched."""

    GUESTS = "guests", _("Add them to the club as guests")
    NAMES = "names", _("Keep only their names")


class News(models.TextChoices):
    """What a webhook can be told."""

    SUBMITTED = "game.submitted", _("A game was entered")
    CONFIRMED = "game.confirmed", _("A game counts")
    CORRECTED = "game.corrected", _("A game was corrected")
    DISPUTED = "game.disputed", _("A game was disputed")
    VOIDED = "game.voided", _("A game was taken out")
    STANDINGS = "standings.changed", _("Standings have changed")
    TEST = "test", _("Test")


class DeliveryState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    DELIVERED = "delivered", _("Delivered")
    FAILED = "failed", _("Given up")
