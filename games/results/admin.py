"""Games for the site's staff: to find and read. What changes a result goes through the game's own page."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.results.models import Game, Seat


class ReadOnly:
    """A row changed here would disagree with the sheet it follows from."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ["index", "name", "player", "faction", "total", "rank"]
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["public_id", "system", "played_on", "club", "state", "version", "is_demo"]
    list_filter = ["system", "state", "is_demo"]
    list_select_related = ["club"]
    # Counting a million rows for a page of a hundred helps nobody.
    show_full_result_count = False
    ordering = ["-id"]
    search_fields = ["=public_id"]
    fields = [
        "public_id", "system", "engine_version", "state", "settled", "club", "recorded_by", "played_on", "place",
        "duration_minutes", "notes", "version", "seat_count", "submitted_at", "is_demo",
    ]  # fmt: skip
    inlines = [SeatInline]
