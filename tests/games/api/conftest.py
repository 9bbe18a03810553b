from rest_framework.test import APIClient

from games.enums import TokenScope
from games.services.create_token import create_token
from tests.games.web.conftest import ailsa, club, game, organiser, rory  # noqa: F401  (the same people)


def client_of(account=None, *, scope=TokenScope.WRITE, club=None):  # noqa: F811
    """A program with a token of this person; without one, a stranger's."""
    client = APIClient()
    if account is not None:
        _token, secret = create_token(actor=account, name="Test", scope=scope, club=club)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client
