"""Pages of API lists."""

from rest_framework.pagination import CursorPagination


class ByName(CursorPagination):
    """By name; the thousandth page costs as much as the first, and nothing comes twice while names change."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = ("name_key", "pk")


class OldestFirst(ByName):
    ordering = ("joined_at", "pk")
