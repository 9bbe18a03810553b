"""Which reader a file needs."""

from collections.abc import Callable, Iterator

from games.exchange.enums import FileForm
from games.exchange.formats import bgg, bgstats, jsonl, tables
from games.exchange.formats.records import Record

READERS: dict[FileForm, Callable[[bytes], Iterator[Record]]] = {
    FileForm.BGSTATS: bgstats.read,
    FileForm.BGG: bgg.read,
    FileForm.CSV: tables.read_csv,
    FileForm.XLSX: tables.read_xlsx,
    FileForm.JSONL: jsonl.read,
}
_ENDINGS = {
    ".xml": FileForm.BGG,
    ".csv": FileForm.CSV,
    ".tsv": FileForm.CSV,
    ".xlsx": FileForm.XLSX,
    ".jsonl": FileForm.JSONL,
    ".json": FileForm.BGSTATS,
    ".bgsplay": FileForm.BGSTATS,
}


def form_of(filename: str, content: bytes) -> FileForm:
    """The likely format: by how the file begins, then by its name."""
    start = content[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"PK"):
        return FileForm.XLSX
    if start.startswith(b"<"):
        return FileForm.BGG
    for ending, form in _ENDINGS.items():
        if filename.lower().endswith(ending):
            return form
    return FileForm.BGSTATS if start.startswith(b"{") else FileForm.CSV


def read(form: FileForm, content: bytes) -> Iterator[Record]:
    return READERS[form](content)
