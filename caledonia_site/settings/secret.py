"""A signing key that makes itself once and stays in the data folder."""

import os
from pathlib import Path

from django.core.management.utils import get_random_secret_key

from caledonia_site.common.disk import sync_file
from caledonia_site.settings.environment import SettingError


def kept_secret(path: Path) -> str:
    """The key in the file, made with owner-only rights the first time.

    Several processes start at once, so the file is linked into place whole: the first one wins and all
    others read its key.
    """
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f"{path.name}.{os.getpid()}")
            draft.touch(mode=0o600)
            draft.write_text(get_random_secret_key())
            # A power cut must not leave an empty key behind the name.
            sync_file(draft)
            try:
                os.link(draft, path)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text()
    except OSError as error:
        raise SettingError(
            f"the data folder {path.parent} cannot be written ({error.strerror}): "
            "choose another with DATA=folder, or change its owner."
        ) from error
