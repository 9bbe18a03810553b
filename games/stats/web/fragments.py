"""Pages whose figures alone are replaced when a filter changes."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

# The element that holds the figures.
FIGURES = "statistics"
Context = dict[str, Any]


def figures_response(
    request: HttpRequest, name: str, figures: Context, around: Callable[[], Context]
) -> HttpResponse:
    """The page `stats/<name>.html`, or only its figures for whoever has the rest of it on the screen already: a
    script that asks for them (`hx-target`), but not one that goes back in the history. `around` is what the rest of
    the page needs.
    """
    script: Any = request.htmx  # type: ignore[attr-defined]
    if script and script.target == FIGURES and not script.history_restore_request:
        response = render(request, f"stats/figures/{name}.html", figures)
    else:
        response = render(request, f"stats/{name}.html", figures | around())
    # A browser must not show the one where it wants the other.
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
