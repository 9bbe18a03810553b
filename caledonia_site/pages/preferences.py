"""Choices a visitor makes about the site itself; they work without an account and without scripts."""

from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from django.views.i18n import set_language as django_set_language

from caledonia_site.common.middleware import THEME_COOKIE, Theme
from games.players.models import User
from games.players.services.accounts import UnknownPreferenceError, change_preferences

ONE_YEAR = timedelta(days=365)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Keep the language in a cookie, and on the account, and go back to the page it was chosen on."""
    if isinstance(request.user, User) and (chosen := request.POST.get("language")):
        with suppress(UnknownPreferenceError):
            change_preferences(account=request.user, language=chosen)
    return django_set_language(request)


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep the theme in a cookie, and on the account, and go back to the page it was chosen on."""
    response = HttpResponseRedirect(_way_back(request))
    chosen = request.POST.get("theme", "")
    if chosen in Theme.values:
        if isinstance(request.user, User):
            change_preferences(account=request.user, theme=chosen)
        response.set_cookie(
            THEME_COOKIE,
            chosen,
            max_age=int(ONE_YEAR.total_seconds()),
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


def _way_back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else reverse("home")
