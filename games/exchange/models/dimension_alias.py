"""What a spelling of a clan means to the one who imported it."""

from django.conf import settings
from django.db import models


class DimensionAlias(models.Model):
    """Remembered from one import to the next."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    system = models.CharField(max_length=40)
    spelling_key = models.CharField(max_length=160)
    dimension = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account", "system", "spelling_key"], name="clan_spelling_once_of_account"
            )
        ]

    def __str__(self) -> str:
        return self.spelling_key
