"""What the compiler says of Python it does not know."""

from __future__ import annotations

import ast


class UnsupportedError(Exception):
    """Something the compiler cannot turn into JavaScript with the same meaning: file, line and what it is."""

    def __init__(self, path: str, node: ast.AST, reason: str) -> None:
        self.path = path
        self.line: int = getattr(node, "lineno", 1)
        super().__init__(f"{path}:{self.line}: {reason}")
