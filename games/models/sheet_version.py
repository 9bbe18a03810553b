"""What people typed, kept for ever: every correction adds a version."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import VersionCause
from games.models.game import Game


class SheetVersion(models.Model):
    """The truth a game's result is computed from.

    `sheet` is the ruleset's raw input. `facts` are the circumstances (date, place, ...) and who sat where. `content` is
    the number of the first version that said the same of everything people confirm (`services/contents.py`).
    `device` is the phone it was entered on, as only this game knows it (`services/devices.py`).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    cause = models.CharField(max_length=10, choices=VersionCause.choices)
    sheet = models.JSONField()
    facts = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    content = models.PositiveIntegerField(default=1, db_default=1)
    device = models.CharField(max_length=64, blank=True, default="", db_default="")
    comment = models.CharField(_("comment"), max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("version of a sheet")
        verbose_name_plural = _("versions of sheets")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="version_once_in_game")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"
