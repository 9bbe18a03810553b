"""An index of counted games: columns of small numbers and sets of bits, in segments of a few thousand games.

A filter over a million games is a few passes over short arrays. This is the whole interface; see README.md beside it
for how it works, and the decisions in the documentation for what it was measured against.

Not here: `build`, which makes segments. It needs pandas, and is for jobs alone.
"""

from games.stats.index.bitmap import Array, Bitmap, pack_bits
from games.stats.index.layout import (
    BASE,
    HIGHEST_WORTH,
    LOWEST_STEP,
    STEP,
    Layout,
    layout_of,
)
from games.stats.index.privacy import Privacy, quarter_name, quarter_of, quarters_of
from games.stats.index.query import (
    FACTION,
    PLACE_AT_TABLE,
    Condition,
    SeatRows,
    SegmentView,
    Selection,
)
from games.stats.index.segment import (
    HAS_LINES,
    MARGIN,
    MEASURES,
    PAR,
    PARTS,
    PLACE,
    TIE_DECIDED,
    TIE_SHARED,
    VP,
    WINS,
    digest_of,
    to_bytes,
)
from games.stats.index.snapshot import (
    GAMES_IN_SEGMENT,
    Snapshot,
    TableRatings,
    open_snapshot,
    open_table_ratings,
    segment_number,
)

__all__ = [
    "BASE",
    "FACTION",
    "GAMES_IN_SEGMENT",
    "HAS_LINES",
    "HIGHEST_WORTH",
    "LOWEST_STEP",
    "MARGIN",
    "MEASURES",
    "PAR",
    "PARTS",
    "PLACE",
    "PLACE_AT_TABLE",
    "STEP",
    "TIE_DECIDED",
    "TIE_SHARED",
    "VP",
    "WINS",
    "Array",
    "Bitmap",
    "Condition",
    "Layout",
    "Privacy",
    "SeatRows",
    "SegmentView",
    "Selection",
    "Snapshot",
    "TableRatings",
    "digest_of",
    "layout_of",
    "open_snapshot",
    "open_table_ratings",
    "pack_bits",
    "quarter_name",
    "quarter_of",
    "quarters_of",
    "segment_number",
    "to_bytes",
]
