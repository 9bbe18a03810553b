"""Tournaments for the site's staff: to look at. Changes go through the services, which keep the audit."""

from django.contrib import admin

from tournaments.events.models import Event, EventAuditRecord, EventTable, Participant
from tournaments.shared.admin import ReadOnlyAdmin


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["name", "club", "system", "state", "starts_on", "is_demo"]
    list_filter = ["state", "system", "is_demo", "starts_on"]
    list_select_related = ["club"]
    search_fields = ["name", "public_id", "club__name_key"]
    exclude = ["door_key", "screen_key"]


@admin.register(Participant)
class ParticipantAdmin(ReadOnlyAdmin):
    list_display = ["player", "event", "state", "queued_at", "final_place"]
    list_filter = ["state"]
    list_select_related = ["player", "event"]
    search_fields = ["player__name_key", "event__name", "event__public_id"]
    exclude = ["token"]


@admin.register(EventTable)
class EventTableAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "round", "number", "decision", "game", "rival"]
    list_filter = ["decision"]
    list_select_related = ["round", "game", "rival"]
    search_fields = ["public_id", "round__event__name", "round__event__public_id", "game__public_id"]


@admin.register(EventAuditRecord)
class EventAuditRecordAdmin(ReadOnlyAdmin):
    list_display = ["at", "event", "kind", "account", "participant"]
    list_filter = ["kind", "at"]
    list_select_related = ["event", "account", "participant__player", "participant__event"]
    search_fields = ["event__name", "event__public_id"]
