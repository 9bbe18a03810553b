"""What the API answered to a request that came with a key of its own."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class KeptAnswer(models.Model):
    """`digest` is of whoever asked, the operation and their key, so that keys themselves are not stored. `attempt` is
    of the request that works on it now: a request whose key another one took over meanwhile must not end.
    """

    digest = models.CharField(max_length=64, unique=True, editable=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    fingerprint = models.CharField(max_length=64, editable=False)
    attempt = models.UUIDField(default=uuid.uuid4, editable=False)
    started_at = models.DateTimeField(default=timezone.now, db_index=True, editable=False)
    # None while the request is being worked on.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    headers = models.JSONField(default=dict, blank=True)
    body = models.TextField(blank=True)

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")

    def __str__(self) -> str:
        return self.digest[:8]
