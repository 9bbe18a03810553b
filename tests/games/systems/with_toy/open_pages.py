"""Prints the status of pages of a site with the toy, as JSON by address."""

import json
import sys

import django

django.setup()

from django.test import Client  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402


def main(addresses: list[str]) -> None:
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        client = Client(raise_request_exception=False)
        print(json.dumps({address: client.get(address).status_code for address in addresses}))
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main(sys.argv[1:])
