from rest_framework.test import APIClient

from games.tokens.enums import TokenScope
from games.tokens.services import create_token


def client_of(account=None, *, scope=TokenScope.WRITE, club=None):
    """A program with a token of this person; without one, a stranger's."""
    client = APIClient()
    if account is not None:
        _token, secret = create_token(actor=account, name="Test", scope=scope, club=club)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client
