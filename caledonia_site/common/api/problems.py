"""Problems that pages of the API raise themselves, apart from how all errors are told: parsers need them, and the
framework loads parsers before it can load that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong with one value: the way to it, a stable code with its parameters, and a sentence."""

    path: str
    code: str
    detail: Any
    params: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "path": self.path, "code": self.code, "detail": str(self.detail), "params": dict(self.params)
        }  # fmt: skip


class ProblemError(Exception):
    """A refusal of an API view that names the values at fault."""

    def __init__(
        self, *, code: str, detail: str, errors: Sequence[FieldProblem] = (), status: int = 400
    ) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.errors = errors
        self.status = status
