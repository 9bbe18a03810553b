"""Unfinished sheets on the server: so that a second device can go on, and a lost phone loses nothing."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from caledonia_site.common.errors import UserError
from games.results.models import Draft, Game
from games.results.services.drafts import save_draft
from games.results.services.errors import AlreadyRecordedError, SpentKeyError, VersionConflictError
from games.sheets.prefill import titles_of
from games.sheets.values import posted_draft, posted_values
from games.sheets.views.answers import ruleset_at, tell_of_spent_key
from games.systems import label
from scoring import registry

LARGEST_DRAFT = 100_000


@dataclass(frozen=True, slots=True)
class ListedDraft:
    """`title` is what the sheet was prepared for, if it was."""

    label: str
    title: str
    names: str
    updated_at: datetime
    address: str
    remove: str


@login_required
@require_safe
def draft_list(request: HttpRequest) -> HttpResponse:
    drafts = list(Draft.objects.filter(owner=request.user.pk))
    titles = titles_of(filter(None, (draft.prepared for draft in drafts)), request.user)
    listed = [_listed(draft, titles.get(draft.prepared, "")) for draft in drafts]
    return render(request, "sheets/drafts.html", {"drafts": listed})


def _listed(draft: Draft, title: str) -> ListedDraft:
    values = posted_values(registry.get(draft.system).description, posted_draft(draft.content))
    return ListedDraft(
        label=str(label(draft.system, f"system.{draft.system}")),
        title=title,
        names=", ".join(filter(None, values.names)),
        updated_at=draft.updated_at,
        address=f"{reverse('games:new', args=[draft.system])}?draft={draft.idempotency_key}",
        remove=reverse("games:draft", args=[draft.idempotency_key]),
    )


@never_cache
@require_http_methods(["GET", "PUT", "DELETE", "POST"])
def draft(request: HttpRequest, idempotency_key: UUID) -> HttpResponse:
    """JSON for the browser; a plain form posts here to throw a draft away."""
    if not request.user.is_authenticated:
        return JsonResponse({"code": "not_signed_in"}, status=401)
    if request.method == "PUT":
        return _put(request, idempotency_key)
    if recorded := Game.objects.filter(idempotency_key=idempotency_key, recorded_by=request.user.pk).first():
        return tell_of_spent_key(AlreadyRecordedError(recorded))
    kept = get_object_or_404(Draft, owner=request.user.pk, idempotency_key=idempotency_key)
    if request.method == "GET":
        return JsonResponse(_as_json(kept))
    kept.delete()
    return HttpResponse(status=204) if request.method == "DELETE" else redirect("games:drafts")


def _put(request: HttpRequest, idempotency_key: UUID) -> HttpResponse:
    account: Any = request.user
    body = _body(request)
    if body is None:
        return JsonResponse({"code": "unreadable"}, status=400)
    system = ruleset_at(body["system"]).description.key
    try:
        kept = save_draft(
            actor=account,
            idempotency_key=idempotency_key,
            system=system,
            content={"fields": dict(posted_draft(body["content"]).lists())},
            expected_revision=body["revision"],
        )
    except VersionConflictError as error:
        theirs = get_object_or_404(Draft, owner=account, idempotency_key=idempotency_key)
        return JsonResponse(
            {"code": error.code, "detail": str(error), **_as_json(theirs)}, status=error.status
        )
    except SpentKeyError as error:
        return tell_of_spent_key(error)
    except UserError as error:
        return JsonResponse({"code": error.code, "detail": str(error)}, status=error.status)
    return JsonResponse({"revision": kept.revision, "updated_at": kept.updated_at})


def _body(request: HttpRequest) -> dict[str, Any] | None:
    """{"system": ..., "content": {"fields": ...}, "revision": 0}, or None for anything else."""
    if int(request.headers.get("Content-Length") or 0) > LARGEST_DRAFT:
        return None
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    types = {"system": str, "content": dict, "revision": int}
    if not isinstance(body, dict) or not all(isinstance(body.get(key), kind) for key, kind in types.items()):
        return None
    return body


def _as_json(kept: Draft) -> dict[str, Any]:
    return {
        "system": kept.system,
        "content": kept.content,
        "revision": kept.revision,
        "updated_at": kept.updated_at,
    }
