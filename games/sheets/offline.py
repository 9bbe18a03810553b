"""What lets the sheet be installed, open without a connection and be sent later: the manifest, the service worker with
the files and pages a browser keeps for it, and what those pages ask the server. The scripts of it are in static/sheets
(worker, outbox, offline).
"""

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.staticfiles import finders
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

from games.players.viewers import Viewer
from games.sheets.rules import LANGUAGES, rules_for, script_address, words_addresses
from games.systems import game_names, label
from games.systems.registry import systems
from scoring import registry
from scoring.description import Description

# Besides the bundles; nothing here is large, and a sheet needs nearly all of it.
_OF_SITE = ("img/*.svg", "vendor/besley/*.woff2")
_OF_SHEET = ("sheets/*.css", "sheets/rules_worker.js")
# How the page of a game looks, and a sheet that several phones fill.
_OF_OTHERS = ("results/results.css", "joint_sheets/joint_sheets.css")


def kept_files() -> list[str]:
    """The static files, by name."""
    folders = {Path(settings.SITE_DIR) / "static": _OF_SITE, Path(__file__).parent / "static": _OF_SHEET}
    names = {
        path.relative_to(folder).as_posix()
        for folder, patterns in folders.items()
        for pattern in patterns
        for path in folder.glob(pattern)
    }
    of_systems = {name for system in systems().values() for name in system.static_files}
    return sorted({*settings.STATIC_BUNDLES, *names, *of_systems, *_OF_OTHERS})


def kept_addresses() -> list[str]:
    return [script_address(), *map(static, kept_files())]


def kept_words() -> dict[str, list[str]]:
    """The words of all games by language; a browser keeps those of its visitor's."""
    return {language: words_addresses(language) for language in LANGUAGES}


def sheet_addresses() -> list[str]:
    """The pages: where a score begins, and the sheet of every table a game can have."""
    addresses = [reverse("games:start")]
    for ruleset in registry.systems():
        description = ruleset.description
        sheet = reverse("games:new", args=[description.key])
        addresses += [f"{sheet}?{urlencode(table)}" for table in _tables(description)]
    return addresses


def _tables(description: Description) -> Iterator[dict[str, int]]:
    """How many of which kind sit there: people, alone or with bots of one kind, as the start page asks for them."""
    people, *others = description.seat_kinds
    for number in range(max(1, people.minimum), people.maximum + 1):
        mixes: list[dict[str, int]] = [{}]
        mixes += [{kind.key: count} for kind in others for count in range(1, kind.maximum + 1)]
        for bots in mixes:
            if description.fewest_seats <= number + sum(bots.values()) <= description.most_seats:
                yield {people.key: number} | bots


def version() -> str:
    """Changes with every file that is kept, with rules and words, so that browsers fetch all of them anew and
    together.
    """
    return _reckoned_version() if not settings.DEBUG else _reckoned_version.__wrapped__()


@cache
def _reckoned_version() -> str:
    digest = sha256()
    for name in kept_files():
        digest.update(static(name).encode())
        if file := finders.find(name):
            digest.update(Path(file).read_bytes())
    # Their names hold the digests of their contents.
    digest.update(json.dumps([script_address(), kept_words()]).encode())
    return digest.hexdigest()[:16]


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
        "description": _("Scores, leagues and statistics for %(games)s.") % {"games": game_names()},
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
    words = kept_words()
    kept = {
        "version": version(),
        "assets": kept_addresses(),
        "words": words,
        "pages": [reverse("games:waiting"), *sheet_addresses()],
        "fallback": reverse("games:offline"),
        "lasting": [script_address(), *(address for addresses in words.values() for address in addresses)],
    }
    worker = json.dumps(static("bundles/service_worker.js"))
    script = f"import {{ serve }} from {worker};\n\nserve(self, {json.dumps(kept, indent=2)});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@never_cache
@require_safe
def session(request: HttpRequest) -> JsonResponse:
    """Who the visitor is taken for (a name without meaning), and a fresh token for a page that has been open, or kept
    on a device, for long.
    """
    return JsonResponse({"token": get_token(request), "account": _account(request.user)})


def _account(user: Viewer) -> str:
    # Browsers keep it beside sheets that wait to be sent, so the salt outlives the module it was named after.
    return salted_hmac("games.web.offline", str(user.pk)).hexdigest()[:16] if user.is_authenticated else ""


@require_safe
def no_connection(request: HttpRequest) -> HttpResponse:
    """Shown by the service worker in place of a page it does not have."""
    return render(request, "sheets/offline/no_connection.html")


@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """The page of a game that was recorded without a connection and not sent yet. It is the same for everybody: a
    script fills it in from what the device itself has kept, and nothing of that comes here.
    """
    keys = [ruleset.description.key for ruleset in registry.systems()]
    context = {
        "rules": {key: rules_for(key) | {"label": str(label(key, f"system.{key}"))} for key in keys},
    }
    return render(request, "sheets/offline/waiting.html", context)
