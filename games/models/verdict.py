"""What a seated player says of a result."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import VerdictKind, VerdictMeans
from games.models.game import Game
from games.players.models import Player


class Verdict(models.Model):
    """One word of one person. Words are added, never overwritten: the history shows them all.

    `index` is the seat's place on the sheet and `player` or `name` who sat there: an objection outlives a change of
    seats. `content` is the first version that said what was judged (`SheetVersion.content`). A word holds until
    `closed_at`: another one of the same person replaced it, it was taken back, or an organiser settled the objection.

    `objections` lists the disputed lines, each with a comment: [{"line": "exports", "comment": "..."}]. `account`
    spoke, or was signed in on the phone that did; `shown_by` handed out the link or code.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="verdicts")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="verdicts"
    )
    name = models.CharField(max_length=80, blank=True)
    version = models.PositiveIntegerField()
    content = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=VerdictKind.choices)
    objections = models.JSONField(default=list, blank=True)
    means = models.CharField(max_length=10, choices=VerdictMeans.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    device = models.CharField(max_length=64, blank=True)
    shown_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index}: {self.kind}"

    @property
    def is_open_objection(self) -> bool:
        return self.kind == VerdictKind.DISPUTED and self.closed_at is None
