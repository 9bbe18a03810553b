"""Asking to join a club, and the answer."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.models.join_request import JoinRequestState
from games.clubs.services.answer_join_request import answer_join_request
from games.clubs.services.request_to_join import request_to_join
from games.clubs.services.withdraw_join_request import withdraw_join_request
from games.clubs.web.access import club_allowing, club_for, signed_in_player
from games.clubs.web.forms import JoinRequestForm


@signed_in_player
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.request_to_join")
    form = JoinRequestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with errors_as_messages(request):
            request_to_join(actor=request.user, club=club, message=form.cleaned_data["message"])
            messages.success(request, _("The club's organisers see your request."))
        return redirect(club)
    return render(request, "clubs/join.html", {"club": club, "form": form})


@require_POST
@signed_in_player
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    with errors_as_messages(request):
        withdraw_join_request(actor=request.user, club=club)
        messages.success(request, _("Your request is withdrawn."))
    return redirect(club)


@require_POST
@signed_in_player
def answer(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = club_allowing(request, slug, "clubs.answer_join_request")
    requests = club.join_requests.select_related("player").order_by("-pk")
    asked = get_object_or_404(requests.filter(state=JoinRequestState.OPEN), player__public_id=player_id)
    accept = request.POST.get("answer") == "accept"
    with errors_as_messages(request):
        answer_join_request(actor=request.user, join_request=asked, accept=accept)
        said = _("%(name)s is a member now.") if accept else _("The request of %(name)s is declined.")
        messages.success(request, said % {"name": asked.player.name})
    return redirect("clubs:members", slug=club.slug)
