"""How a club decides that a game counts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.clubs.web.access import club_allowing, signed_in_player
from games.models import ClubCounting
from games.services.change_counting import change_counting
from games.web.life.forms import CountingForm


@signed_in_player
def counting(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_allowing(request, slug, "games.change_counting")
    present = ClubCounting.objects.filter(club=club).first() or ClubCounting(club=club)
    form = CountingForm(request.POST or None, instance=present)
    if request.method == "POST" and form.is_valid():
        change_counting(
            actor=request.user,
            club=club,
            rule=form.rule(),
            silence_days=form.cleaned_data["silence_days"],
            links_count=form.cleaned_data["links_count"],
        )
        messages.success(request, _("Saved."))
        return redirect(club)
    return render(request, "games/life/counting.html", {"club": club, "form": form})
