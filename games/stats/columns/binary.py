"""A block as bytes, which can be mapped into memory and used without copying."""

import hashlib
import json
import struct

import numpy as np

from games.stats.columns.block import Block

_MAGIC = b"CALSTAT1"
_ALIGN = 64


class BrokenBlockError(ValueError):
    """The bytes are not a block; a file was cut short, say."""


def to_bytes(block: Block) -> bytes:
    """A header that names the columns, then the columns one after the other."""
    entries, parts, position = [], [], 0
    for name, values in block.columns().items():
        data = np.ascontiguousarray(values).tobytes()
        entries.append([name, values.dtype.str, list(values.shape), position])
        filled = data + b"\0" * (-len(data) % _ALIGN)
        parts.append(filled)
        position += len(filled)
    header = json.dumps(entries).encode()
    start = len(_MAGIC) + 4 + len(header)
    return b"".join(
        [_MAGIC, struct.pack("<I", len(header)), header, b"\0" * (-start % _ALIGN), *parts],
    )


def from_buffer(buffer: "memoryview | bytes") -> Block:
    """Columns that look into the buffer."""
    view = memoryview(buffer)
    if bytes(view[:8]) != _MAGIC:
        raise BrokenBlockError("no block")
    try:
        (length,) = struct.unpack("<I", view[8:12])
        entries = json.loads(bytes(view[12 : 12 + length]))
    except (struct.error, ValueError) as error:
        raise BrokenBlockError("header") from error
    start = 12 + length
    start += -start % _ALIGN
    columns = {}
    for name, kind, shape, position in entries:
        count = int(np.prod(shape, dtype=np.int64))
        try:
            values = np.frombuffer(view, dtype=kind, count=count, offset=start + position)
        except ValueError as error:
            raise BrokenBlockError(name) from error
        columns[name] = values.reshape(shape)
    return Block.of(columns)


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
