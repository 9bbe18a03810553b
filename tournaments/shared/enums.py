"""The words that both families store."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ResultStanding(models.TextChoices):
    """What became of a result that came in where one was already."""

    SAME = "same", _("The same points and places")
    WAITS = "waits", _("Different: an organiser decides")
    REFUSED = "refused", _("An organiser chose another one")
