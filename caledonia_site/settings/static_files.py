"""Static files: which of them arrive joined, and what they say besides their content, however they are served. All of
them come through WhiteNoise.
"""

from wsgiref.headers import Headers

from csp.utils import build_policy

STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "caledonia_site.common.bundles.BundleFinder",
]
# By the name of each bundle the files it begins with; scripts bring along what they import. The pages of sheets, which
# people open at a table with a poor connection, have the scripts of every page in the same bundle.
STATIC_BUNDLES = {
    "bundles/site.css": tuple(
        f"css/{part}.css"
        for part in ("tokens", "base", "layout", "components", "messages", "forms", "tables", "charts")
    ),
    "bundles/sheet.css": ("sheets/sheet.css", "sheets/pickers.css"),
    "bundles/htmx.js": ("django_htmx/htmx-2.min.js",),
    "bundles/site.js": ("js/main.js",),
    "bundles/sheet.js": ("js/main.js", "sheets/main.js"),
    "bundles/joint_sheet.js": ("js/main.js", "joint_sheets/joint.js"),
    "bundles/joint_over.js": ("js/main.js", "joint_sheets/over.js"),
    "bundles/sheet_start.js": ("js/main.js", "sheets/start.js", "joint_sheets/started.js"),
    "bundles/sheet_waiting.js": ("js/main.js", "sheets/waiting.js"),
    "bundles/totals.js": ("js/main.js", "sheets/totals.js"),
    "bundles/service_worker.js": ("sheets/worker.js",),
}


def add_policy(headers: Headers, path: str, url: str) -> None:
    """The pages' own content policy: a worker runs under that of its file, and without one could load from anywhere."""
    headers["Content-Security-Policy"] = build_policy()
