"""Language, time zone and colours of the account."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.generic import FormView

from games.players.accounts.forms.manage import PreferencesForm
from games.players.accounts.views.requests import AccountRequired


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
