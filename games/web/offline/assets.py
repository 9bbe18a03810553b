"""What a browser keeps so that the sheet opens without a connection."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from scoring import registry
from scoring.description import Description

# By folder of the site's own static files; nothing here is large, and a sheet needs nearly all of it.
_KEPT = ("css/*.css", "js/**/*.js", "img/*.svg", "vendor/besley/*.woff2")
_OF_LIBRARIES = ("django_htmx/htmx-2.min.js",)


def kept_files() -> list[str]:
    """The static files, by name."""
    folder = Path(settings.SITE_DIR) / "static"
    found = [path.relative_to(folder).as_posix() for pattern in _KEPT for path in folder.glob(pattern)]
    return sorted({*found, *_OF_LIBRARIES})


def kept_addresses() -> list[str]:
    return [static(name) for name in kept_files()]


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
    """Changes with every file that is kept, so that browsers fetch all of them anew and together."""
    return _reckoned_version() if not settings.DEBUG else _reckoned_version.__wrapped__()


@cache
def _reckoned_version() -> str:
    digest = sha256()
    for name in kept_files():
        digest.update(static(name).encode())
        if found := finders.find(name):
            digest.update(Path(found).read_bytes())
    return digest.hexdigest()[:16]
