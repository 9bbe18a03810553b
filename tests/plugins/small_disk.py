"""A disk that is soon full: a small file system in memory, where the machine lets us mount one."""

import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

MARKER = "small_disk"
NEED = "need a small disk of their own, and this account may not mount one. To run them: be root."


def mount(folder: Path, *, megabytes: int) -> bool:
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def unmount(folder: Path) -> None:
    """Also while a process that is about to end still has a file open there."""
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@cache
def can_mount() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        mounted = mount(Path(folder), megabytes=1)
        if mounted:
            unmount(Path(folder))
        return mounted


def fill(folder: Path, *, but_for: int = 0) -> Path:
    """The file that takes all room in the folder; with so many bytes of it given back."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            file.truncate(max(0, file.tell() - but_for))
    return filler


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small disk"
    assert mount(folder, megabytes=2)
    try:
        yield folder
    finally:
        unmount(folder)
