"""Staff find and read games, and change nothing past the services."""

import pytest

from tests.factories.games import recorded_game
from tests.factories.people import AccountFactory

pytestmark = pytest.mark.django_db


def test_staff_read_a_game_but_cannot_change_it(client):
    game = recorded_game()
    client.force_login(AccountFactory(is_staff=True, is_superuser=True))
    assert game.public_id in client.get("/admin/results/game/").content.decode()
    address = f"/admin/results/game/{game.pk}/change/"
    assert client.get(address).status_code == 200
    assert client.post(address, {"state": "void"}).status_code == 403
    assert client.post(f"/admin/results/game/{game.pk}/delete/").status_code == 403
