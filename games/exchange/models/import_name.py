"""A name of a file that somebody has to be told."""

from django.db import models

from games.exchange.enums import NameKind
from games.exchange.models.import_batch import ImportBatch
from games.players.models import Player


class ImportName(models.Model):
    """`player` or `dimension` is what it means; neither: nobody has said."""

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="names")
    kind = models.CharField(max_length=10, choices=NameKind.choices)
    system = models.CharField(max_length=40, blank=True)
    spelling = models.CharField(max_length=80)
    spelling_key = models.CharField(max_length=160)
    uses = models.PositiveIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="import_names"
    )
    dimension = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["-uses", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["batch", "kind", "system", "spelling_key"], name="name_once_in_import"
            )
        ]

    def __str__(self) -> str:
        return self.spelling
