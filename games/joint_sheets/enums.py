"""The states of a joint sheet, and what its keeper lets others do."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class JointState(TextChoices):
    OPEN = "open", _("Being filled in")
    RECORDED = "recorded", _("Recorded")
    ENDED = "ended", _("Ended")


class Writing(TextChoices):
    """Who writes in the column of a seat, besides the keeper."""

    OWN = "own", _("Each their own column")
    ANYONE = "anyone", _("Anyone everywhere")


class SetupWriting(TextChoices):
    """Who writes options and set-up."""

    KEEPER = "keeper", _("Whoever keeps the sheet")
    ANYONE = "anyone", _("Anyone")
