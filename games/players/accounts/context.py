"""What the account's templates need on every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def account(request: HttpRequest) -> dict[str, Any]:
    """On a machine without a mail server the page that waits for a code says where its e-mail went."""
    return {"mail_is_kept_in_files": bool(settings.MAIL_FOLDER)}
