"""What the site keeps is for the account it runs as, and for nobody else on the machine."""

import os
from contextlib import suppress
from pathlib import Path

# These write sources, which others build and run.
WRITE_SOURCES = {"collect_messages", "describe_api", "makemigrations"}
OWNER_ONLY = 0o077


def keep_private(folder: Path, *, command: str) -> None:
    """Everything written from here on, and the folder with all folders in it as they are: behind them no file is
    reached, however it was made.
    """
    if command not in WRITE_SOURCES:
        os.umask(OWNER_ONLY)
    for path in (folder, *(Path(inside) for inside, _, _ in os.walk(folder))):
        mode = path.stat().st_mode
        if mode & OWNER_ONLY:
            # One that belongs to another account is theirs to close.
            with suppress(PermissionError):
                path.chmod(mode & ~OWNER_ONLY)
