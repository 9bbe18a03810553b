"""Pages of API lists."""

from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from caledonia_site.common.formatting import parse_int


class ByName(CursorPagination):
    """By name; the thousandth page costs as much as the first, and nothing comes twice while names change."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = ("name_key", "pk")

    def get_page_size(self, request: Request) -> int:
        """A size that is none is a mistake to be told, not to be passed over."""
        sent = request.query_params.get(self.page_size_query_param)
        if sent is None:
            return self.page_size
        size = parse_int(sent, digits=6)
        if size is None or not 1 <= size <= self.max_page_size:
            message = _("A whole number from 1 to %(most)s.") % {"most": self.max_page_size}
            raise ValidationError({"page_size": [message]}, code="invalid")
        return size

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        described: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in described:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return described


class OldestFirst(ByName):
    ordering = ("joined_at", "pk")


def page_address(request: Request, cursor: str) -> str | None:
    """Where a neighbouring page of a list with our own cursors (`keyset_page`) is; None where there is none."""
    if not cursor:
        return None
    query = {**request.query_params.dict(), "cursor": cursor}
    address: str = request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
    return address
