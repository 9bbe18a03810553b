"""Addresses of score sheets: starting, filling, keeping for later, correcting."""

from django.urls import URLPattern, path

from games.web.sheet.views import drafts, edit, new, preview, start

urlpatterns: list[URLPattern] = [
    path("score/", start.start, name="start"),
    path("score/drafts/", drafts.draft_list, name="drafts"),
    path("score/drafts/<secret_uuid:entry_key>", drafts.draft, name="draft"),
    path("score/<slug:system>/", new.new_sheet, name="new"),
    path("score/<slug:system>/preview", preview.preview, name="preview"),
    path("games/<slug:public_id>/edit/", edit.edit_sheet, name="edit"),
]
