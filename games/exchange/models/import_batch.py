"""A file somebody wants to import, and how far it has come."""

import zlib

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.exchange.enums import FileForm, ImportState, UnknownNames
from games.exchange.formats.bounds import LARGEST_FILE


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
