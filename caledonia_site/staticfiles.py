"""Static files in production: a hash in every name, compressed, cached for ever."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Scripts of ours that import one another.
MODULES = ("js/*.js", "sheets/*.js")


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    # ES modules: their import lines need the hashed names too. Only ours: a comment in a script of a library can look
    # like an import line.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *(
            (module, CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1])
            for module in MODULES
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[tuple[str | None, bool], str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """Kept: names in the manifest do not change while a process runs, and every page asks for twenty of them."""
        key = name, force
        if key not in self._addresses:
            self._addresses[key] = super().url(name, force)
        return self._addresses[key]
