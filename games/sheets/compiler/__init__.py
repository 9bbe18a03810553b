"""x"""

from __future__ import annotations

from games.sheets.compiler.generator import compile_modules

__all__ = ["compile_modules"]
