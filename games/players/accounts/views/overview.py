"""The account at a glance, with a way to each of its pages."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.views.generic import TemplateView

from games.players.accounts.adapter import name_of
from games.players.accounts.views.requests import AccountRequired
from games.players.selectors.sessions import open_sessions_of


class OverviewView(AccountRequired, TemplateView):
    template_name = "players/account/overview.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            name=name_of(self.account),
            has_second_step=Authenticator.objects.filter(user=self.account).exists(),
            open_sessions=open_sessions_of(self.account).count(),
            **kwargs,
        )
