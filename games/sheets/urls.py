"""Addresses of score sheets: working without a connection, starting, filling, keeping for later, correcting.

The fixed ones come first: a game system could be called anything.
"""

from django.urls import URLPattern, path

from games.sheets import offline
from games.sheets.views import drafts, edit, new, preview, rules, start, totals

urlpatterns: list[URLPattern] = [
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("sw.js", offline.service_worker, name="service_worker"),
    path("score/session/", offline.session, name="session"),
    path("score/offline/", offline.no_connection, name="offline"),
    path("score/waiting/", offline.waiting, name="waiting"),
    path("score/rules/failed", rules.failed, name="rules_failed"),
    path("score/rules/<slug:digest>.js", rules.script, name="rules"),
    path("score/words/<slug:system>/<slug:language>/<slug:digest>.json", rules.words, name="words"),
    path("score/", start.start, name="start"),
    path("score/drafts/", drafts.draft_list, name="drafts"),
    path("score/drafts/<secret_uuid:idempotency_key>", drafts.draft, name="draft"),
    path("score/<slug:system>/", new.new_sheet, name="new"),
    path("score/<slug:system>/totals/", totals.new_totals, name="totals"),
    path("score/<slug:system>/preview", preview.preview, name="preview"),
    path("games/<slug:public_id>/edit/", edit.edit_sheet, name="edit"),
]
