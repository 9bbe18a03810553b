"""Clubs to find, and one's own."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.clubs.selectors.clubs import clubs_of_viewer, clubs_to_find

CLUBS_ON_A_PAGE = 24


def club_list(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("search", "").strip()[:80]
    clubs = clubs_to_find(viewer=request.user, search=search)
    page = Paginator(clubs, CLUBS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/club_list.html", {"page": page, "search": search})


@login_required
def my_clubs(request: HttpRequest) -> HttpResponse:
    page = Paginator(clubs_of_viewer(request.user), CLUBS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/my_clubs.html", {"page": page})
