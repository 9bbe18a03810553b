"""Leagues for the site's staff: to look at. Changes go through the services, which keep the audit."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tournaments.leagues.models import Fixture, League, Participant, Season, SeasonAuditRecord
from tournaments.shared.admin import ReadOnlyAdmin


class SeasonInline(admin.TabularInline):
    model = Season
    extra = 0
    fields = ["name", "kind", "state", "starts_on", "ends_on"]
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(League)
class LeagueAdmin(ReadOnlyAdmin):
    list_display = ["name", "club", "system", "is_demo", "created_at"]
    list_filter = ["system", "is_demo", "created_at"]
    list_select_related = ["club"]
    search_fields = ["name", "public_id", "club__name_key"]
    inlines = [SeasonInline]


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ["name", "league", "kind", "state", "starts_on", "ends_on"]
    list_filter = ["kind", "state", "starts_on"]
    list_select_related = ["league"]
    search_fields = ["name", "public_id", "league__name"]


@admin.register(Participant)
class ParticipantAdmin(ReadOnlyAdmin):
    list_display = ["player", "season", "group", "joined_at", "withdrawn_on"]
    list_filter = ["withdrawn_on"]
    list_select_related = ["player", "season", "group__division"]
    search_fields = ["player__name_key", "season__name", "season__public_id"]


@admin.register(Fixture)
class FixtureAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "season", "round", "table", "deadline", "decision", "game"]
    list_filter = ["decision", "deadline"]
    list_select_related = ["season", "game"]
    search_fields = ["public_id", "season__name", "season__public_id", "game__public_id"]


@admin.register(SeasonAuditRecord)
class SeasonAuditRecordAdmin(ReadOnlyAdmin):
    list_display = ["at", "season", "kind", "account", "player"]
    list_filter = ["kind", "at"]
    list_select_related = ["season", "account", "player"]
    search_fields = ["season__name", "season__public_id"]
