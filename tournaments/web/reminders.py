"""Turning reminders by e-mail off and on."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from caledonia_site.common.link_limits import limits_wrong_links
from games.clubs.web.access import signed_in_player
from tournaments.selectors.reminders import account_of_token, wants_reminders
from tournaments.selectors.schedule import own_open_fixtures
from tournaments.services.choose_reminders import choose_reminders


@signed_in_player
def my_games(request: HttpRequest) -> HttpResponse:
    """What I still have to play in all my leagues, and whether I want to be reminded."""
    account = request.user
    if request.method == "POST":
        choose_reminders(account=account, wanted=request.POST.get("wanted") == "yes")  # type: ignore[arg-type]
        messages.success(request, _("Saved."))
        return redirect("leagues:mine")
    context = {
        "fixtures": own_open_fixtures(account),
        "wants_reminders": wants_reminders(account),
    }
    return render(request, "tournaments/my_games.html", context)


# The link of an e-mail is its own proof, and mail programs send the form without our cookie (RFC 8058).
@csrf_exempt
@never_cache
@limits_wrong_links
def stop_reminders(request: HttpRequest, token: str) -> HttpResponse:
    account = account_of_token(token)
    if account is None:
        raise Http404
    if request.method == "POST":
        choose_reminders(account=account, wanted=False)
    context = {"stopped": not wants_reminders(account)}
    return render(request, "tournaments/stop_reminders.html", context)
