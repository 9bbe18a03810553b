"""A file somebody wants to import, and how far it has come."""

import zlib

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.exchange.enums import FileForm, ImportState, UnknownNames


class ImportBatch(models.Model):
    """The packed file is kept until the import has ended, so that any worker on any machine can go on with it."""

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
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

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
        return zlib.decompress(bytes(self.packed))

    @content.setter
    def content(self, content: bytes) -> None:
        self.packed = zlib.compress(content, 3)

    @property
    def is_busy(self) -> bool:
        return self.state in {ImportState.READING, ImportState.RUNNING}
