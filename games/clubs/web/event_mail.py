"""Turning e-mails about changed events off and on, from the link in one of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from caledonia_site.common.link_limits import limits_wrong_links
from games.clubs.selectors.event_mail import account_of_token, wants_event_mail
from games.clubs.services.choose_event_mail import choose_event_mail


# The link of an e-mail is its own proof, and mail programs send the form without our cookie (RFC 8058).
@csrf_exempt
@never_cache
@limits_wrong_links
def event_mail(request: HttpRequest, token: str) -> HttpResponse:
    account = account_of_token(token)
    if account is None:
        raise Http404
    if request.method == "POST":
        choose_event_mail(account=account, wanted=request.POST.get("wanted") == "yes")
    return render(request, "clubs/event_mail.html", {"wanted": wants_event_mail(account)})
