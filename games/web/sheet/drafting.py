"""What a draft holds: the fields of the form by name, each with all its values, exactly as a browser would post
them: {"fields": {"seats[0].glory": ["45"], "seats[0].contract_tiles": ["3", "17"], ...}}
"""

from typing import Any

from django.http import QueryDict

# Of the form, not of the sheet: tokens and buttons, and what the draft's own columns say.
_NOT_KEPT = {
    "csrfmiddlewaretoken",
    "action",
    "entry_key",
    "edit_secret",
    "draft_revision",
    "expected_version",
}


def fields_of(posted: QueryDict) -> dict[str, list[str]]:
    return {
        name: values
        for name, values in posted.lists()
        if name not in _NOT_KEPT and any(value != "" for value in values)
    }


def posted_of(content: Any) -> QueryDict:
    """The form again. A draft comes from a browser: whatever else is in it is left out."""
    posted = QueryDict(mutable=True)
    fields = content.get("fields") if isinstance(content, dict) else None
    for name, values in fields.items() if isinstance(fields, dict) else ():
        if isinstance(values, list):
            posted.setlist(str(name), [value for value in values if isinstance(value, str)])
    return posted
