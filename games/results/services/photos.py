"""Keep a photo of the paper sheet with a game."""

import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.core.files import locks
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.db import DatabaseError, transaction
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError
from PIL.ImageFile import ImageFile

from caledonia_site.common.errors import UserError
from games.players.actors import Actor
from games.results.models import Game, GamePhoto
from games.results.services.proofs import Proof
from games.results.services.rights import require_right_to_correct

LARGEST_UPLOAD = 12_000_000
# A few kilobytes can be a picture of a hundred million points. An ordinary JPEG is read at a fraction of its size, the
# others point by point: so they are smaller, and none takes much more than 100 MB while it is drawn. Rounded, as
# cameras do: 24 megapixels of a telephone are 24,470,208.
MOST_MEGAPIXELS = {"JPEG": 24, "PNG": 8, "WEBP": 5}
MOST_MEGAPIXELS_IN_PASSES = 13
LONGEST_SIDE = 2_000
QUALITY = 82

# One at a time, and always the same thread: the memory that a thread has used is kept for it and not for the others.
_drawing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="photo")


class PhotoTooLargeError(UserError):
    code = "photo_too_large"
    message = _("The photo is too large: 12 MB at most.")
    status = 400


class TooManyPixelsError(UserError):
    code = "too_many_pixels"
    message = _(
        "A picture of this kind can have at most %(megapixels)s megapixels, an ordinary JPEG %(jpeg)s. "
        "Send a smaller one."
    )
    status = 400


class NotAPhotoError(UserError):
    code = "not_a_photo"
    message = _("This is no photo we can read. Send a JPEG, PNG or WebP picture.")
    status = 400


def attach_photo(*, actor: Actor, game: Game, upload: UploadedFile, proof: Proof | None = None) -> GamePhoto:
    """Store the picture in place of an earlier one.

    It is drawn anew at a sensible size: so whatever else the file held, such as where it was taken, is gone.
    Raises NotAllowedError, PhotoTooLargeError, TooManyPixelsError, NotAPhotoError.
    """
    require_right_to_correct(actor, game, proof)
    if not upload.size or upload.size > LARGEST_UPLOAD:
        raise PhotoTooLargeError
    content = ContentFile(_drawing.submit(_redrawn, upload).result())
    kept = ""
    try:
        with transaction.atomic():
            photo = GamePhoto.objects.select_for_update().filter(game=game).first() or GamePhoto(game=game)
            earlier, storage = photo.file.name, photo.file.storage
            photo.file.save("sheet.jpg", content, save=False)
            kept = str(photo.file.name)
            photo.save()
            if earlier:
                transaction.on_commit(lambda: storage.delete(earlier))
    except DatabaseError:
        # No row names it.
        if kept:
            storage.delete(kept)
        raise
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


@contextmanager
def _no_other_process() -> Iterator[None]:
    """Of several web processes one draws, and the others wait: memory is the machine's."""
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "photo.lock").open("a") as guard:
        locks.lock(guard, locks.LOCK_EX)
        yield


def _redrawn(upload: UploadedFile) -> bytes:
    with _no_other_process():
        upright = _read(upload)
        drawn = BytesIO()
        upright.save(drawn, "JPEG", quality=QUALITY, optimize=True)
        return drawn.getvalue()


def _read(upload: UploadedFile) -> Image.Image:
    try:
        with warnings.catch_warnings():
            # Pillow only warns of pictures that are small as files and huge in memory.
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(upload, formats=list(MOST_MEGAPIXELS)) as picture:
                _check_pixels(picture)
                return _upright(picture)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many(MOST_MEGAPIXELS["JPEG"]) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise NotAPhotoError from error


def _check_pixels(picture: ImageFile) -> None:
    """From what the file says of itself, before anything is read."""
    most = MOST_MEGAPIXELS["JPEG" if picture.format == "MPO" else str(picture.format)]
    if "progressive" in picture.info:
        most = min(most, MOST_MEGAPIXELS_IN_PASSES)
    if picture.width * picture.height > most * 1_000_000 + 500_000:
        raise _too_many(most)


def _too_many(most: int) -> TooManyPixelsError:
    return TooManyPixelsError(megapixels=most, jpeg=MOST_MEGAPIXELS["JPEG"])


def _upright(picture: ImageFile) -> Image.Image:
    """Each step on as few points as can be: a copy in full size would cost as much again."""
    ratio = min(1, LONGEST_SIDE / max(picture.size))
    size = (max(1, round(picture.width * ratio)), max(1, round(picture.height * ratio)))
    picture.draft("RGB", size)
    # Palettes and transparent pictures cannot be made smaller as they are.
    small = picture if picture.mode in {"RGB", "L", "CMYK"} else picture.convert("RGB")
    small.thumbnail(size)
    return ImageOps.exif_transpose(small).convert("RGB")
