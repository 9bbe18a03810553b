"""The keys one has given to programs: make one, see when each was used, take one away."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from caledonia_site.common.errors import UserError
from games.clubs.models import Club
from games.players.models import User
from games.tokens.enums import TokenScope
from games.tokens.services import create_token, revoke_token

LIFETIMES = [
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("1 year")),
    ("", gettext_lazy("Never")),
]


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("What you use it for, such as a script or an app."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What it may do"),
        choices=TokenScope.choices,
        initial=TokenScope.READ,
        widget=forms.RadioSelect,
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("Only in one club"),
        queryset=Club.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label=gettext_lazy("Everywhere I may"),
        help_text=gettext_lazy("Elsewhere the program then sees what any visitor sees."),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Expires after"),
        choices=LIFETIMES,
        initial="90",
        required=False,
        coerce=int,
        empty_value=None,
    )

    def __init__(self, *args: Any, account: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].queryset = Club.objects.of(account)  # type: ignore[attr-defined]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The list and the form; right after making one, also its secret, once."""
    account = _account(request)
    form = TokenForm(request.POST or None, account=account)
    secret = ""
    status = 200
    if request.method == "POST":
        secret = _create(form, account) if form.is_valid() else ""
        status = 200 if secret else 422
        if secret:
            form = TokenForm(account=account)
    context = {
        "form": form,
        "secret": secret,
        "tokens": account.tokens.select_related("club").order_by("-pk"),
    }
    return render(request, "tokens/tokens.html", context, status=status)


def _create(form: TokenForm, account: User) -> str:
    """The secret of the new token; empty when it could not be made, and the form says why."""
    chosen = form.cleaned_data
    try:
        _token, secret = create_token(
            actor=account,
            name=chosen["name"],
            scope=TokenScope(chosen["scope"]),
            club=chosen["club"],
            days=chosen["days"],
        )
    except UserError as error:
        form.add_error(None, str(error))
        return ""
    return secret


def _account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise TypeError("reached without an account")
    return request.user


@require_POST
@login_required
def revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    if revoke_token(actor=_account(request), public_id=public_id):
        messages.success(request, _("The token is revoked. Nobody gets in with it any more."))
    else:
        messages.info(request, _("This token was revoked already."))
    return redirect("games:tokens")
