"""The door, and the pages of an account: at a glance, language and colours, where one is signed in, what we hold about
a person and how to make it go; also the page for whoever asks too often.
"""

from typing import Any, Protocol

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.views import LoginView
from allauth.mfa.models import Authenticator
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView, View

from games.players.accounts.adapter import name_of
from games.players.accounts.devices import device_name
from games.players.accounts.forms import DeleteAccountForm, PreferencesForm
from games.players.accounts.guesses import knocks_too_often
from games.players.models import User
from games.players.selectors.players import open_sessions_of
from games.players.services.accounts import (
    AccountDeletionBlocked,
    NoSuchSessionError,
    delete_account,
    end_session,
    export_personal_data,
    reasons_against_deletion,
)


class _HasRequest(Protocol):
    request: HttpRequest


class AccountRequired(LoginRequiredMixin):
    """Sends visitors to sign in; the views behind it have an account."""

    @property
    def account(self: _HasRequest) -> User:
        user = self.request.user
        if not isinstance(user, User):
            raise TypeError("reached without an account")
        return user


class OverviewView(AccountRequired, TemplateView):
    template_name = "players/account/overview.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            name=name_of(self.account),
            has_second_step=Authenticator.objects.filter(user=self.account).exists(),
            open_sessions=open_sessions_of(self.account).count(),
            **kwargs,
        )


class PreferencesView(AccountRequired, FormView):
    template_name = "players/account/preferences.html"
    form_class = PreferencesForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"account": self.account}

    def form_valid(self, form: PreferencesForm) -> HttpResponse:
        account = form.save()
        with translation.override(account.language or translation.get_language()):
            messages.success(self.request, _("Your preferences are saved."))
        return HttpResponseRedirect(reverse("account_preferences"))


class PersonalDataView(AccountRequired, TemplateView):
    template_name = "players/account/personal_data.html"


@method_decorator([never_cache, reauthentication_required], name="dispatch")
class PersonalDataArchiveView(AccountRequired, View):
    """The archive itself; a phone left on a table must not give it away, so the password is asked again."""

    http_method_names = ["post"]

    def post(self, *args: Any, **kwargs: Any) -> FileResponse:
        today = timezone.localdate().isoformat()
        return FileResponse(
            export_personal_data(account=self.account),
            as_attachment=True,
            filename=f"caledonia-{today}.zip",
            content_type="application/zip",
        )


@method_decorator([never_cache, reauthentication_required], name="dispatch")
class DeleteAccountView(AccountRequired, FormView):
    template_name = "players/account/delete.html"
    form_class = DeleteAccountForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kwargs.setdefault("reasons", reasons_against_deletion(self.account))
        return super().get_context_data(**kwargs)

    def form_valid(self, form: DeleteAccountForm) -> HttpResponse:
        account, address = self.account, self.account.email
        try:
            delete_account(account=account)
        except AccountDeletionBlocked as blocked:
            page = self.get_context_data(form=form, reasons=blocked.reasons)
            return self.render_to_response(page, status=409)
        get_adapter().send_notification_mail("account/email/account_deleted", account, email=address)
        logout(self.request)
        messages.success(self.request, _("Your account is deleted. Farewell, and thank you for the games."))
        return HttpResponseRedirect(reverse("home"))


def too_many_requests(request: HttpRequest) -> HttpResponse:
    response = render(request, "account/too_many_requests.html", status=429)
    response["Retry-After"] = "60"
    return response


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


class SignInView(LoginView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if knocks_too_often(request, request.POST.get("login", "")):
            return too_many_requests(request)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response
