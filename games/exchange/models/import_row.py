"""A game of a file to import."""

from django.db import models

from games.exchange.enums import RowKind, RowState
from games.exchange.models.import_batch import ImportBatch
from games.models import Game


class ImportRow(models.Model):
    """`record` is the game as the file tells it; `reason` says why it is no new game, or why it was refused;
    `findings` are what a person should know of it; `is_flagged` says that there are some.
    """

    batch = models.ForeignKey(ImportBatch, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()
    where = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, choices=RowKind.choices)
    state = models.CharField(max_length=10, choices=RowState.choices, default=RowState.WAITING)
    record = models.JSONField(null=True)
    reason = models.JSONField(null=True)
    findings = models.JSONField(default=list)
    is_flagged = models.BooleanField(default=False)
    game = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["batch", "number"], name="row_once_in_import")]
        indexes = [
            models.Index(fields=["batch", "kind", "number"], name="import_row_by_kind"),
            models.Index(fields=["batch", "state", "number"], name="import_row_by_state"),
            models.Index(
                fields=["batch", "number"], condition=models.Q(is_flagged=True), name="import_row_flagged"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.batch_id}/{self.number}"
