"""What we hold about a person, and how to make it go."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.http import FileResponse, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView, TemplateView, View

from games.players.accounts.forms.manage import DeleteAccountForm
from games.players.accounts.views.requests import AccountRequired
from games.players.services.delete_account import (
    AccountDeletionBlocked,
    delete_account,
    reasons_against_deletion,
)
from games.players.services.export_personal_data import export_personal_data


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
