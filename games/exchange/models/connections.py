"""How a club is connected with other programs: secret links to its feeds, and addresses that are told its news.

Secret links are for calendars and readers that cannot sign in.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.exchange.enums import DeliveryState, News


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


class Webhook(models.Model):
    """`secret` signs what we send, so it is kept as it is; it opens nothing here."""

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=64, editable=False)
    news = models.JSONField(_("news"), default=list)
    is_on = models.BooleanField(_("on"), default=True)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.url

    @property
    def news_labels(self) -> list[str]:
        return [str(News(name).label) for name in self.news if name in News.values]


class Delivery(models.Model):
    """One piece of news on its way; `body` is sent as it is, each time the same."""

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    news = models.CharField(max_length=30, choices=News.choices)
    body = models.JSONField()
    state = models.CharField(max_length=10, choices=DeliveryState.choices, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        indexes = [
            models.Index(fields=["webhook", "-id"], name="delivery_of_webhook"),
            models.Index(
                fields=["next_at"], condition=models.Q(state=DeliveryState.WAITING), name="delivery_waiting"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id
