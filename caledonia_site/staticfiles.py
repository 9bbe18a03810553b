"""Static files in production: a hash in every name, compressed, cached for ever."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[tuple[str | None, bool], str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """Kept: names in the manifest do not change while a process runs, and every page asks for twenty of them."""
        key = name, force
        if key not in self._addresses:
            self._addresses[key] = super().url(name, force)
        return self._addresses[key]
