"""Pools for the site's staff, to look at: which engine made them, of how many games, and when."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.ratings.models import Pool


@admin.register(Pool)
class PoolAdmin(admin.ModelAdmin):
    """Derived data: whoever wants it otherwise rebuilds it."""

    list_display = ["key", "games", "players", "engine", "engine_version", "computed_at"]
    list_filter = ["system"]
    search_fields = ["key"]
    fields = ["key", "games", "players", "engine", "engine_version", "parameters", "token", "computed_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
