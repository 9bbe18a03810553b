"""Forms as a browser without scripts posts them."""

import re
from typing import Any
from uuid import uuid4

from django.urls import reverse

_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')


def posted_sheet(raw: dict[str, Any], *names: str, **more: Any) -> dict[str, Any]:
    """A raw sheet as form fields. Names default to A, B, C ..."""
    fields: dict[str, Any] = {"entry_key": str(uuid4()), "edit_secret": "x" * 30, "played_on": "2026-05-02"}
    for scope in ("options", "setup", "game"):
        for key, value in (raw.get(scope) or {}).items():
            fields |= _field(f"{scope}.{key}", value)
    for index, seat in enumerate(raw["seats"]):
        fields[f"seats[{index}].kind"] = seat.get("kind", "human")
        fields[f"seats[{index}].player"] = names[index] if index < len(names) else "ABCD"[index]
        for key, value in seat.items():
            if key == "rounds":
                for played, cells in value.items():
                    for cell, content in cells.items():
                        fields |= _field(f"seats[{index}].rounds.{played}.{cell}", content)
            elif key not in {"kind", "player"}:
                fields |= _field(f"seats[{index}].{key}", value)
    return fields | more


def _field(name: str, value: Any) -> dict[str, Any]:
    if value is None or value is False:
        return {}
    if value is True:
        return {name: "yes"}
    return {name: [str(one) for one in value] if isinstance(value, list | tuple) else str(value)}


def new_address(system: str = "clans_of_caledonia", **seats: int) -> str:
    query = "&".join(f"{kind}={number}" for kind, number in seats.items())
    return reverse("games:new", args=[system]) + (f"?{query}" if query else "")


def hidden_fields(html: str) -> dict[str, str]:
    return dict(_HIDDEN.findall(html))


def typed(page: str, name: str) -> str:
    """What stands in an input of a page."""
    found = re.search(rf'<input [^>]*name="{re.escape(name)}"[^>]*>', page)
    assert found is not None, name
    value = re.search(r' value="([^"]*)"', found[0])
    return value[1] if value else ""
