"""Tables as CSV that spreadsheet programs open safely."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse

# A spreadsheet would take a cell that begins with one of these for a formula, and some formulas do harm.
FORMULA_SIGNS = ("=", "+", "-", "@")


def safe_cell(value: Any) -> Any:
    """Texts that look like formulas are marked as text; numbers, also negative ones, stay numbers."""
    if isinstance(value, str) and _looks_like_a_formula(value):
        return f"'{value}"
    return value


def _looks_like_a_formula(text: str) -> bool:
    """As the most forgiving spreadsheet reads it: it passes over what cannot be seen in front of the sign, and takes
    wide and small signs of East Asian keyboards for the usual ones.
    """
    if text.startswith(("\t", "\r", "\n")):
        return True
    first = next((sign for sign in text if not _is_unseen(sign)), "")
    return unicodedata.normalize("NFKC", first).startswith(FORMULA_SIGNS)


def _is_unseen(sign: str) -> bool:
    # Separators, control and format characters.
    return unicodedata.category(sign)[0] in "ZC"


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([safe_cell(value) for value in row] for row in rows)
    # Spreadsheet programs take UTF-8 for what it is only when the mark stands in front.
    return text.getvalue().encode("utf-8-sig")


def csv_rows(rows: Iterable[Sequence[Any]]) -> bytes:
    """Rows to send after a header, for a table that is written as it is read."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([safe_cell(value) for value in row] for row in rows)
    return text.getvalue().encode()


def csv_response(filename: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """A download of a few thousand rows at most: it is held in memory."""
    response = HttpResponse(csv_bytes(header, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
