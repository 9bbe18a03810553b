"""Who wants no e-mails when an event they meant to come to changes."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class EventMailOptOut(models.Model):
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_mail_opt_out"
    )
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("refusal of e-mails about events")
        verbose_name_plural = _("refusals of e-mails about events")

    def __str__(self) -> str:
        return str(self.account_id)
