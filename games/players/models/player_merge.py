"""Two players who turned out to be one person."""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id

TIME_TO_UNDO = timedelta(days=30)


class PlayerMergeQuerySet(models.QuerySet["PlayerMerge"]):
    def undoable(self) -> Self:
        """Young enough, and with no later merge of the same players on top."""
        later = PlayerMerge.objects.filter(
            Q(source=OuterRef("source"))
            | Q(source=OuterRef("target"))
            | Q(target=OuterRef("source"))
            | Q(target=OuterRef("target")),
            pk__gt=OuterRef("pk"),
            undone_at=None,
        )
        return self.filter(~Exists(later), undone_at=None, merged_at__gt=timezone.now() - TIME_TO_UNDO)


class PlayerMerge(models.Model):
    """Who put which player into which, and exactly what moved, so that it can be taken back."""

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    source = models.ForeignKey(
        "players.Player",
        verbose_name=_("merged player"),
        on_delete=models.CASCADE,
        related_name="merges_away",
    )
    target = models.ForeignKey(
        "players.Player", verbose_name=_("into"), on_delete=models.CASCADE, related_name="merges_in"
    )
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("merged by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    merged_at = models.DateTimeField(_("merged"), default=timezone.now)
    moved = models.JSONField(_("what moved"), default=dict)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("undone by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    objects = PlayerMergeQuerySet.as_manager()

    class Meta:
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        ordering = ["-merged_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"
