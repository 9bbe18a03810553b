"""What the API's description says of every operation alike."""

from typing import Any

from rest_framework import serializers

from caledonia_site.common.api.errors import PROBLEM_JSON


class FieldProblemSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="The way to the value, such as `sheet.seats[2].bid`.")
    code = serializers.CharField(help_text="Stable; for sheets the code of the rules engine.")
    detail = serializers.CharField(help_text="For people, in their language.")
    params = serializers.DictField()


_FIELD = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "params": {"type": "object", "additionalProperties": True},
    },
    "required": ["path", "code", "detail", "params"],
}
PROBLEM = {
    "type": "object",
    "description": "Problem details (RFC 9457).",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "Stable: what programs decide by."},
        "detail": {"type": "string", "description": "For people, in their language."},
        "errors": {"type": "array", "items": _FIELD},
    },
    "required": ["type", "title", "status", "code", "detail"],
}


KEYED_METHODS = ("POST", "PATCH")
LONGEST_KEY = 255
_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "maxLength": LONGEST_KEY},
    "description": (
        "Any text of yours. The same request with the same key gives the first answer again (with the header "
        "`Idempotent-Replay: true`) and changes nothing, for 24 hours. Another request with it is refused with 422, "
        "one that comes while the first is still being worked on with 409."
    ),
}


def describe_keys(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Every operation that a repetition could do twice takes a key."""
    for methods in result["paths"].values():
        for method, operation in methods.items():
            if method.upper() in KEYED_METHODS:
                operation.setdefault("parameters", []).insert(0, _KEY)
    return result


def describe_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Every operation may be refused, always in the same shape."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    refusal = {
        "description": "Refused.",
        "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for methods in result["paths"].values():
        for operation in methods.values():
            operation["responses"]["default"] = refusal
    return result
