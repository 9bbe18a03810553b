"""Since when a competition shows its players' names to everybody."""

from datetime import datetime

from django.utils import timezone


def names_shown_since(before: datetime | None, *, shows_names: bool) -> datetime | None:
    """The moment it was switched on, kept as long as it stays so: who came in earlier is told on the page."""
    if not shows_names:
        return None
    return before or timezone.now()
