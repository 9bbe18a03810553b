"""Actions of the administration that ask before they act."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse


def is_confirmed(request: HttpRequest) -> bool:
    return request.POST.get("confirmed") == "yes"


def ask(model_admin: Any, request: HttpRequest, things: Any, *, action: str, title: str) -> HttpResponse:
    """The question; its answer comes back to the same action."""
    context = model_admin.admin_site.each_context(request) | {
        "title": title,
        "things": things,
        "action": action,
        "opts": model_admin.model._meta,
    }
    return TemplateResponse(request, "admin/confirm_action.html", context)
