"""Prints the status of pages of a site with the toy and a recorded game of it, as JSON by address.

`{game}` in an address stands for the game.
"""

import json
import sys

import django

django.setup()

from django.test import Client  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402

from tests.factories.games import recorded_game  # noqa: E402


def toy_sheet():
    """3 + 4 + 2 stars against 1 + 2 + 0: 9 to 3."""
    return {
        "options": {"stars": True},
        "seats": [
            {"stars": 2, "rounds": {"a": {"points": 3}, "b": {"points": 4}}},
            {"stars": 0, "rounds": {"a": {"points": 1}, "b": {"points": 2}}},
        ],
    }


def main(addresses: list[str]) -> None:
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        game = recorded_game(system="toy", sheet=toy_sheet())
        client = Client(raise_request_exception=False)
        statuses = {
            address: client.get(address.format(game=game.get_absolute_url())).status_code
            for address in addresses
        }
        print(json.dumps(statuses))
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main(sys.argv[1:])
