"""A file somebody wants to import: how far it has come, its games, its names and what they mean.

Which game came from which source is kept as well: importing a file twice imports nothing twice.
"""

import zlib

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.exchange.enums import FileForm, ImportState, NameKind, RowKind, RowState, UnknownNames
from games.exchange.formats.bounds import LARGEST_FILE
from games.players.models import Player
from games.results.models import Game


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


class ImportBatch(models.Model):
    """The packed file is kept until it has been read, so that any worker on any machine can go on with it.

    The numbers count the rows of the file, and how many of them were imported or refused: they are kept here because
    pages ask for them every few seconds, and because they outlive the rows. `position` is the last row dealt with.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="imports")
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.CASCADE, related_name="imports"
    )
    form = models.CharField(_("format"), max_length=10, choices=FileForm.choices)
    filename = models.CharField(_("file"), max_length=120)
    packed = models.BinaryField(default=bytes)
    state = models.CharField(
        _("state"), max_length=10, choices=ImportState.choices, default=ImportState.READING
    )
    reason = models.JSONField(null=True)
    takes_doubtful = models.BooleanField(default=False)
    unknown_names = models.CharField(max_length=6, choices=UnknownNames.choices, default=UnknownNames.NAMES)
    total = models.PositiveIntegerField(default=0)
    new = models.PositiveIntegerField(default=0)
    known = models.PositiveIntegerField(default=0)
    doubtful = models.PositiveIntegerField(default=0)
    unreadable = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    flagged = models.PositiveIntegerField(default=0)
    imported = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    position = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    tidied_at = models.DateTimeField(_("rows removed"), null=True, blank=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        indexes = [models.Index(fields=["account", "-id"], name="import_of_account")]

    def __str__(self) -> str:
        return self.filename

    def get_absolute_url(self) -> str:
        return reverse("exchange:import", args=[self.public_id])

    @property
    def content(self) -> bytes:
        # Room for all of it at once: put together from blocks, it would be in memory twice for a moment.
        return zlib.decompress(bytes(self.packed), bufsize=LARGEST_FILE)

    @content.setter
    def content(self, content: bytes) -> None:
        self.packed = zlib.compress(content, 3)

    @property
    def is_busy(self) -> bool:
        return self.state in {ImportState.READING, ImportState.RUNNING}

    @property
    def goal(self) -> int:
        """How many games are to be imported."""
        return self.new + (self.doubtful if self.takes_doubtful else 0)

    @property
    def may_run(self) -> bool:
        return self.state in {ImportState.READY, ImportState.CANCELLED} and self.tidied_at is None


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
