"""The manifest, the service worker, and what its pages ask the server."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.web.offline.assets import kept_addresses, sheet_addresses, version

# As in static/css/tokens.css: loch, and paper by day.
THEME_COLOUR = "#1d4e6b"
BACKGROUND_COLOUR = "#f5f0e4"
_ICONS = (
    ("img/app-icons/icon-192.png", "192x192", "any"),
    ("img/app-icons/icon-512.png", "512x512", "any"),
    ("img/app-icons/maskable-512.png", "512x512", "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """How the site looks as an app on somebody's phone."""
    content = {
        "id": "/",
        "name": "Caledonia",
        "short_name": "Caledonia",
        "description": _("Scores, leagues and statistics for Clans of Caledonia and Glen More II."),
        "lang": get_language(),
        "start_url": reverse("games:start"),
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME_COLOUR,
        "background_color": BACKGROUND_COLOUR,
        "categories": ["games", "utilities"],
        "icons": [
            {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in _ICONS
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@never_cache
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root, because a worker serves only addresses below its own."""
    kept = {
        "version": version(),
        "assets": kept_addresses(),
        "pages": sheet_addresses(),
        "fallback": reverse("games:offline"),
    }
    worker = json.dumps(static("js/sheet/worker.js"))
    script = f"import {{ serve }} from {worker};\n\nserve(self, {json.dumps(kept, indent=2)});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@never_cache
@require_safe
def session(request: HttpRequest) -> JsonResponse:
    """Who the visitor is taken for (a name without meaning), and a fresh token for a page that has been open, or kept
    on a device, for long.
    """
    return JsonResponse({"token": get_token(request), "account": _account(request.user)})


def _account(user: Any) -> str:
    return salted_hmac("games.web.offline", str(user.pk)).hexdigest()[:16] if user.is_authenticated else ""


@require_safe
def no_connection(request: HttpRequest) -> HttpResponse:
    """Shown by the service worker in place of a page it does not have."""
    return render(request, "games/offline/no_connection.html")
