"""Errors of services on pages: said in a toast, with the page as it was."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from caledonia_site.common.errors import NotAllowedError, UserError


@contextmanager
def errors_as_messages(request: HttpRequest) -> Iterator[None]:
    """What a person cannot do becomes a message; what they may not do, the page that says so."""
    try:
        yield
    except NotAllowedError as error:
        raise PermissionDenied from error
    except UserError as error:
        messages.error(request, str(error))
