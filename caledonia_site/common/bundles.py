"""Scripts and style sheets, joined: a page asks for a handful of files, not for thirty that wait for one another.

A bundle has a name and the files it begins with (`settings.STATIC_BUNDLES`). Scripts bring along, before them, the
modules they import. Each module becomes a block of its own, whose private names nobody else sees, and hands on what it
exports; so every line stays as it was written, and a waiting module (`await`) holds up those after it, as ever. What
this does not know how to join is refused by the name of its file, never joined wrongly.

To static files a bundle is a file like others (`BundleFinder`): served from where it was made, or collected, hashed and
compressed with the rest.
"""

import os
import posixpath
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

_IMPORT = re.compile(
    r"""^import\s+(?:(?P<all>\*\s*as\s+(?P<as>[\w$]+)|\{(?P<names>[^}]*)\})\s*from\s*)?(["'])(?P<file>\.[^"'\n]+)\4;?$""",
    re.MULTILINE,
)
_EXPORTED = re.compile(
    r"^export\s+(?=(?:async\s+)?(?:function\b\s*\*?|class\b|const\b)\s*(?P<name>[\w$]+))", re.MULTILINE
)
# Lines that are nothing but a comment: a quarter of what would travel.
_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export\s*\{(?P<names>[^}]*)\};?$", re.MULTILINE)
# What changes its meaning in another file, or in another module's company.
_UNKNOWN = re.compile(
    r"""^(?:import\b(?!\s*\()|export\b|var\b)[^\n]*|import\s*\(\s*["'`][^\n]*|\bimport\.meta\b""",
    re.MULTILINE,
)
_NAME = re.compile(r"(?P<theirs>[\w$]+)(?:\s+as\s+(?P<ours>[\w$]+))?")
_ADDRESS = re.compile(r"""url\(\s*(["']?)(?P<file>[^"')]+)\1\s*\)""")
_ELSEWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]*:|/|#)", re.IGNORECASE)


class BundleError(Exception):
    """A file that cannot be joined with others; the message names it."""


class _Module(NamedTuple):
    number: int
    exports: tuple[str, ...]


def bundle_text(name: str) -> str:
    """The text of a bundle, from the files as they are now."""
    files = settings.STATIC_BUNDLES[name]
    return _joined_styles(name, files) if name.endswith(".css") else _Scripts().join(files)


def _read(file: str, asked_by: str) -> str:
    path = finders.find(file)
    if path is None:
        raise BundleError(f"{asked_by}: there is no static file {file}.")
    return Path(path).read_text()


def _joined_styles(name: str, files: Iterable[str]) -> str:
    parts = []
    for file in files:
        text = _read(file, name)
        if re.search(r"^\s*@(?:import|charset)\b", text, re.MULTILINE):
            raise BundleError(f"{file}: @import and @charset only work where a file begins.")
        parts.append(f"/* {file} */\n{_with_addresses_from(posixpath.dirname(name), file, text)}")
    return "\n".join(parts)


def _with_addresses_from(folder: str, file: str, text: str) -> str:
    def moved(found: re.Match[str]) -> str:
        if _ELSEWHERE.match(found["file"]):
            return found[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(file), found["file"]))
        return f'url("{posixpath.relpath(target, folder)}")'

    return _ADDRESS.sub(moved, text)


class _Scripts:
    """The modules of one bundle, in the order in which a browser would run them."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._modules: dict[str, _Module] = {}
        self._open: list[str] = []

    def join(self, entries: Iterable[str]) -> str:
        handed_on = []
        for entry in entries:
            module = self._add(entry, "STATIC_BUNDLES")
            if module.exports:
                handed_on.append(f"export const {{ {', '.join(module.exports)} }} = ${module.number};\n")
        return "\n".join([*self._blocks, *handed_on])

    def _add(self, file: str, asked_by: str) -> _Module:
        if file in self._modules:
            return self._modules[file]
        if file in self._open:
            raise BundleError(f"{file}: imports itself, by way of {', '.join(self._open)}.")
        text = _read(file, asked_by)
        if file.endswith(".min.js"):
            return self._add_library(file, text)
        self._open.append(file)
        text = _IMPORT.sub(lambda found: self._taken_over(file, found), text)
        self._open.pop()
        text, exports = _without_exports(_COMMENT.sub("", text))
        if unknown := _UNKNOWN.search(text):
            raise BundleError(f"{file}: “{unknown[0][:80]}” cannot be joined with other scripts.")
        number = len(self._modules)
        if exports:
            names = ", ".join(ours if ours == own else f"{ours}: {own}" for ours, own in exports)
            text = f"{text}\nObject.assign(${number}, {{ {names} }});"
            self._blocks.append(f"const ${number} = {{}};")
        self._blocks.append(f"{{ // {file}\n{text}\n}}\n")
        module = self._modules[file] = _Module(number, tuple(ours for ours, _own in exports))
        return module

    def _add_library(self, file: str, text: str) -> _Module:
        """No module: what it names is for everybody, so it stays outside of blocks."""
        self._blocks.append(text)
        module = self._modules[file] = _Module(len(self._modules), ())
        return module

    def _taken_over(self, file: str, found: re.Match[str]) -> str:
        """An import line as a line that takes the same names from the block of that module."""
        imported = posixpath.normpath(posixpath.join(posixpath.dirname(file), found["file"]))
        module = self._add(imported, file)
        if found["as"]:
            return f"const {found['as']} = ${module.number};"
        if found["names"] is None:
            return ""
        names = _names_in(found["names"], file)
        if missing := [theirs for theirs, _ours in names if theirs not in module.exports]:
            raise BundleError(f"{file}: {imported} does not export {', '.join(missing)}.")
        taken = ", ".join(theirs if theirs == ours else f"{theirs}: {ours}" for theirs, ours in names)
        return f"const {{ {taken} }} = ${module.number};"


def _without_exports(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The text of a module, and what it exports: (the name outside, its own name)."""
    exports: list[tuple[str, str]] = []

    def listed(found: re.Match[str]) -> str:
        exports.extend((outside, own) for own, outside in _names_in(found["names"], found[0]))
        return ""

    def declared(found: re.Match[str]) -> str:
        exports.append((found["name"], found["name"]))
        return ""

    return _EXPORTED.sub(declared, _EXPORT_LIST.sub(listed, text)), exports


def _names_in(text: str, file: str) -> list[tuple[str, str]]:
    names = []
    for part in filter(None, map(str.strip, text.split(","))):
        found = _NAME.fullmatch(part)
        if not found:
            raise BundleError(f"{file}: “{part}” is no name.")
        names.append((found["theirs"], found["ours"] or found["theirs"]))
    return names


class BundleFinder(finders.BaseFinder):
    """The bundles among the static files, made in the data folder."""

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Made anew for whoever asks by name: in development the files may have changed since."""
        if path not in settings.STATIC_BUNDLES:
            return []
        found = str(self._write(path))
        return [found] if find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in settings.STATIC_BUNDLES:
            self._write(name)
            if not matches_patterns(name, ignore_patterns or ()):
                yield name, self._storage

    @property
    def _storage(self) -> FileSystemStorage:
        return FileSystemStorage(location=settings.STATIC_BUNDLES_DIR)

    def _write(self, name: str) -> Path:
        path, content = Path(settings.STATIC_BUNDLES_DIR) / name, bundle_text(name).encode()
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(content)
            # At once: another thread may be sending the one before.
            os.replace(file.name, path)
        return path
