"""Which game came from which source: importing a file twice imports nothing twice."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.clubs.models import Club
from games.models import Game


class ImportedGame(models.Model):
    """Once in each club; outside clubs once for each person."""

    source = models.CharField(max_length=120)
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="+")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sources")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "source"], condition=Q(club__isnull=False), name="source_once_in_club"
            ),
            models.UniqueConstraint(
                fields=["account", "source"], condition=Q(club=None), name="source_once_of_account"
            ),
        ]

    def __str__(self) -> str:
        return self.source
