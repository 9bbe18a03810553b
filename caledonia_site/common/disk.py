"""What is written must be on the disk before anybody is told that it is kept."""

import os
from pathlib import Path


def sync_file(path: Path) -> None:
    """Its content, and as a folder the names in it: after a power cut both are there."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
