"""Who wants no e-mails about games they still have to play."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ReminderOptOut(models.Model):
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminder_opt_out"
    )
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("refusal of reminders")
        verbose_name_plural = _("refusals of reminders")

    def __str__(self) -> str:
        return str(self.account_id)
