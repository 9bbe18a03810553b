"""For the site's staff: how fresh the statistics are. Figures follow from games, so nothing is changed here."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.results.admin import ReadOnly
from games.stats.models import StatsSegment, WorthFit


@admin.register(StatsSegment)
class StatsSegmentAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["system", "number", "games", "refreshed_at", "layout"]
    list_filter = ["system"]
    ordering = ["system", "number"]
    fields = ["system", "number", "games", "layout", "digest", "refreshed_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[StatsSegment]:
        # The content is large, and nobody reads it.
        return super().get_queryset(request).defer("content")


@admin.register(WorthFit)
class WorthFitAdmin(ReadOnly, admin.ModelAdmin):
    list_display = [
        "system",
        "preset",
        "games",
        "players",
        "noise_sd",
        "mastery_sd",
        "seconds",
        "computed_at",
    ]
    list_filter = ["system"]
    ordering = ["system", "preset"]
    fields = [
        "system", "preset", "engine", "version", "parameters", "games", "players", "noise_sd", "mastery_sd",
        "first_day", "last_day", "seconds", "computed_at",
    ]  # fmt: skip
