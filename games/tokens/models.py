"""A key by which a program acts for a person, and what the API answered to a request that came with its own key."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.tokens.enums import TokenScope


class PersonalToken(models.Model):
    """Only the digest of the secret is kept: whoever reads the database cannot use it.

    `club` limits what the token may see and do to one club; elsewhere its holder is a stranger. When the club
    goes, the token goes with it, because without a limit it would be worth more than before.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=80)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=4, editable=False)
    scope = models.CharField(_("may"), max_length=5, choices=TokenScope.choices, default=TokenScope.READ)
    club = models.ForeignKey(
        Club, verbose_name=_("only in the club"), null=True, blank=True, on_delete=models.CASCADE,
        related_name="+",
    )  # fmt: skip
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("personal token")
        verbose_name_plural = _("personal tokens")
        indexes = [models.Index(fields=["account", "-id"], name="token_of_account")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()


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
