"""A sheet somebody has begun, kept so that nothing typed is ever lost."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Draft(models.Model):
    """One unfinished sheet of one account. `idempotency_key` is the key the finished game will be recorded with;
    `revision` keeps two devices from overwriting each other unseen. What `content` looks like is told in
    games/sheets/page.py.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    idempotency_key = models.UUIDField(unique=True)
    system = models.CharField(max_length=40)
    content = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return f"{self.system} {self.idempotency_key}"

    @property
    def prepared(self) -> str:
        """What the sheet was prepared for, such as a table of a tournament; empty for any other sheet."""
        return prepared_in(self.content)


def prepared_in(content: dict[str, Any]) -> str:
    values = content.get("fields", {}).get("prepared", [])
    return values[0] if values else ""
