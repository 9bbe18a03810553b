"""The photo of the paper sheet, for whoever wants to check what was typed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.models.game import Game


def photo_path(photo: "GamePhoto", name: str) -> str:
    """A name nobody can guess, in a folder per year: the sender's file name tells us nothing."""
    return f"photos/{photo.game.played_on:%Y}/{new_public_id()}.jpg"


class GamePhoto(models.Model):
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="photo")
    file = models.FileField(upload_to=photo_path)
    attached_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("photo of a sheet")
        verbose_name_plural = _("photos of sheets")

    def __str__(self) -> str:
        return self.file.name or ""
