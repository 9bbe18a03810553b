"""Where the person is signed in, and signing out from afar."""

from typing import Any

from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import View

from games.players.accounts.devices import device_name
from games.players.accounts.views.requests import AccountRequired
from games.players.selectors.sessions import open_sessions_of
from games.players.services.end_session import NoSuchSessionError, end_session


class SessionsView(AccountRequired, ListUserSessionsView):
    """The list; posting to it ends all sessions but this one."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        # The library's own list asks the database several times for each session.
        sessions = [
            {
                "session": session,
                "device": device_name(session.user_agent),
                "is_current": session.is_current(),
            }
            for session in open_sessions_of(self.account)
        ]
        return {"view": self, "sessions": sessions} | kwargs


class EndSessionView(AccountRequired, View):
    http_method_names = ["post"]

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            end_session(account=self.account, session_id=int(self.request.POST.get("session", "")))
        except (NoSuchSessionError, ValueError):
            messages.info(self.request, _("That device was signed out already."))
        else:
            messages.success(self.request, _("The device is signed out."))
        return HttpResponseRedirect(reverse("usersessions_list"))
