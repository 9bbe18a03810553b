"""The door."""

from typing import Any

from allauth.account.views import LoginView
from django.http import HttpRequest, HttpResponse

from games.players.accounts.guesses import knocks_too_often
from games.players.accounts.views.rate_limits import too_many_requests


class SignInView(LoginView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if knocks_too_often(request, request.POST.get("login", "")):
            return too_many_requests(request)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response
