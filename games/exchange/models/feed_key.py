"""A secret link to the feeds of a club, for calendars and readers that cannot sign in."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club


class FeedKey(models.Model):
    """Whoever has the link sees what its maker may see of the club, as long as they may. Only the digest is kept."""

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="feed_keys")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed_keys")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("secret link to feeds")
        verbose_name_plural = _("secret links to feeds")
        indexes = [models.Index(fields=["club", "account"], name="feed_keys_of_account")]

    def __str__(self) -> str:
        return self.public_id
