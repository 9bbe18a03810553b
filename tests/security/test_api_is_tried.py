"""What tries the API with random requests (tests/api/test_openapi.py) reads its description: all must stand there."""

import re
from pathlib import Path

import yaml
from django.conf import settings

from tests.security.addresses import site_addresses
from tests.security.table import rules

# The way to the description, and the description.
ABOUT_THE_API = {"api:root", "api:docs", "api:openapi"}


def test_every_operation_is_described():
    described = yaml.safe_load((Path(settings.PROJECT_DIR) / "docs" / "openapi.yaml").read_text())["paths"]
    told = {(path, method.upper()) for path, operations in described.items() for method in operations}
    routes = {one.key: one.route for one in site_addresses() if one.key.startswith("api:")}
    offered = {
        ("/" + re.sub(r"<\w+:(\w+)>", r"{\1}", routes[key]), method)
        for key, rule in rules()
        if key in routes and key not in ABOUT_THE_API
        for method in rule.methods
    }
    assert offered - told == set()
