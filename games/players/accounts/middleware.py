"""Each request in the language, time zone and colours of the person who makes it."""

import time
from collections.abc import Callable
from zoneinfo import ZoneInfo

from allauth.usersessions.models import UserSession
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from caledonia_site.common.disk import is_full_disk
from caledonia_site.common.middleware import THEME_COOKIE
from caledonia_site.common.time_zones import browser_time_zone, is_time_zone
from games.players.models import User

# "Last seen" in the list of devices is right to this; writing at every page would cost more than it tells.
SEEN_EVERY_SECONDS = 10 * 60
SEEN_KEY = "seen_at"

GetResponse = Callable[[HttpRequest], HttpResponse]


class PreferencesMiddleware:
    """What the account says; where it says nothing, and for visitors, what the browser says.

    Comes after LocaleMiddleware, which has already read the browser's language.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        zone = browser_time_zone(request)
        if isinstance(request.user, User):
            if request.user.language:
                translation.activate(request.user.language)
                request.LANGUAGE_CODE = translation.get_language()
            if is_time_zone(request.user.time_zone):
                zone = request.user.time_zone
            # The colours are read from the cookie everywhere; an account has the same on every device.
            request.COOKIES[THEME_COOKIE] = request.user.theme
        with timezone.override(ZoneInfo(zone) if zone else None):
            return self.get_response(request)


class LastSeenMiddleware:
    """Notes when a signed-in browser was last here, for the list of devices."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            now = int(time.time())
            if now - request.session.get(SEEN_KEY, 0) >= SEEN_EVERY_SECONDS:
                self._note(request, now)
        return self.get_response(request)

    def _note(self, request: HttpRequest, now: int) -> None:
        try:
            UserSession.objects.create_from_request(request)
        except DatabaseError as error:
            # Whoever only looks must not be refused for it.
            if not is_full_disk(error):
                raise
        else:
            request.session[SEEN_KEY] = now
