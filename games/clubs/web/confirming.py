"""Are you sure? One page for every act that takes something away; it works without scripts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.clubs.models import Club


def confirmation(
    request: HttpRequest, *, club: Club, title: str, text: str, action: str, back: str = ""
) -> HttpResponse:
    context = {
        "club": club,
        "title": title,
        "text": text,
        "action": action,
        "back": back or club.get_absolute_url(),
    }
    return render(request, "clubs/confirm.html", context)
