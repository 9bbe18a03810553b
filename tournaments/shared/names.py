"""A competition that shows its players' names to everybody: since when, and who read so before they came in, on the
page where they tapped “Take part” (`parts/names_told.html`).
"""

from datetime import datetime

from django.http import HttpRequest
from django.utils import timezone

from tournaments.shared.errors import NamesShownError


def names_shown_since(before: datetime | None, *, shows_names: bool) -> datetime | None:
    """The moment it was switched on, kept as long as it stays so: who came in earlier is told on the page."""
    if not shows_names:
        return None
    return before or timezone.now()


def require_names_read(*, shows_names: bool, names_read: bool) -> None:
    """Nobody comes in by themselves from a page that was opened before the names were switched on. The other way round
    nothing is lost: who agreed to be named is not. Raises NamesShownError.
    """
    if shows_names and not names_read:
        raise NamesShownError


def has_read_of_names(request: HttpRequest) -> bool:
    return request.POST.get("names_shown") == "1"
