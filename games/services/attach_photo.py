"""Keep a photo of the paper sheet with a game."""

import warnings
from io import BytesIO

from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

from caledonia_site.common.errors import UserError
from games.models import Game, GamePhoto
from games.players.actors import Actor
from games.services.edit_secrets import Proof
from games.services.rights import require_right_to_correct

LARGEST_UPLOAD = 12_000_000
MOST_PIXELS = 60_000_000
LONGEST_SIDE = 2_000
QUALITY = 82


class PhotoTooLargeError(UserError):
    code = "photo_too_large"
    message = _("The photo is too large: 12 MB at most.")
    status = 400


class NotAPhotoError(UserError):
    code = "not_a_photo"
    message = _("This is no photo we can read. Send a JPEG, PNG or WebP picture.")
    status = 400


def attach_photo(*, actor: Actor, game: Game, upload: UploadedFile, proof: Proof | None = None) -> GamePhoto:
    """Store the picture in place of an earlier one.

    It is drawn anew at a sensible size: so whatever else the file held, such as where it was taken, is gone.
    Raises NotAllowedError, PhotoTooLargeError, NotAPhotoError.
    """
    require_right_to_correct(actor, game, proof)
    if not upload.size or upload.size > LARGEST_UPLOAD:
        raise PhotoTooLargeError
    content = ContentFile(_redrawn(upload))
    with transaction.atomic():
        photo = GamePhoto.objects.select_for_update().filter(game=game).first() or GamePhoto(game=game)
        earlier = photo.file.name
        photo.file.save("sheet.jpg", content)
        if earlier:
            transaction.on_commit(lambda: photo.file.storage.delete(earlier))
    return photo


def remove_photo(*, actor: Actor, game: Game, proof: Proof | None = None) -> None:
    require_right_to_correct(actor, game, proof)
    with transaction.atomic():
        photo = GamePhoto.objects.select_for_update().filter(game=game).first()
        if photo is None:
            return
        name, storage = str(photo.file.name), photo.file.storage
        photo.delete()
        transaction.on_commit(lambda: storage.delete(name))


def _redrawn(upload: UploadedFile) -> bytes:
    try:
        with warnings.catch_warnings():
            # Pillow only warns of pictures that are small as files and huge in memory.
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(upload, formats=["JPEG", "PNG", "WEBP"]) as picture:
                if picture.width * picture.height > MOST_PIXELS:
                    raise PhotoTooLargeError
                upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (
        UnidentifiedImageError,
        Image.DecompressionBombWarning,
        OSError,
        ValueError,
        SyntaxError,
    ) as error:
        raise NotAPhotoError from error
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    drawn = BytesIO()
    upright.save(drawn, "JPEG", quality=QUALITY, optimize=True)
    return drawn.getvalue()
