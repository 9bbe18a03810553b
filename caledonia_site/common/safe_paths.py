"""Addresses without what only the person who sent them may know, for logs and reports of faults."""

import re

# Signed links (invitations, personal links, reminders) end in a signature after a dot or a colon; the keys of drafts
# are UUIDs; the short secrets of tournaments are known by where they stand. Whoever reads a log could open them.
SECRET_SEGMENT = re.compile(
    r"[^/]*(?:[.:]|%3[Aa])[A-Za-z0-9_-]{27,}[^/]*"
    r"|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    r"|(?<=/tournaments/place/)[^/]+|(?<=/tournaments/screen/)[^/]+|(?<=/door/)[^/]+"
)
HIDDEN = "…"


def without_secrets(path: str) -> str:
    """The path with its signed parts hidden, and no query: searches name people, and keys of feeds stand there."""
    path, question_mark, _ = path.partition("?")
    kept = SECRET_SEGMENT.sub(HIDDEN, path)
    return f"{kept}?{HIDDEN}" if question_mark else kept
