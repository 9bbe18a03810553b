"""Compiled message catalogues: .po files are kept, .mo files are made where the site runs."""

import os
from pathlib import Path

import polib


def compile_translations(folder: Path) -> list[Path]:
    """Compile every catalogue below the folder that is newer than its compiled form; return those.

    polib does it, so that no gettext programs are needed where the site runs.
    """
    compiled = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            # Another process may be doing the same: each writes its own, and the last one stays.
            draft = target.with_suffix(f".{os.getpid()}.mo")
            polib.pofile(str(source)).save_as_mofile(str(draft))
            draft.replace(target)
            compiled.append(target)
    return compiled
