"""Rulesets and the score of a sheet by API."""

import jsonschema
import pytest
from rest_framework.test import APIClient

from scoring import registry
from tests.factories.games import clans_seat, clans_sheet, two_seats

pytestmark = pytest.mark.django_db
RULESETS = "/api/v1/rulesets/"


def test_every_system_is_listed_and_described():
    client = APIClient()
    listed = client.get(RULESETS).data
    assert [system["key"] for system in listed] == [system.description.key for system in registry.systems()]
    for row in listed:
        detail = client.get(row["url"]).data
        description = registry.get(row["key"]).description
        for part in ("options", "setup", "game", "seat", "lines"):
            assert [field["key"] for field in detail[part]] == [x.key for x in getattr(description, part)]
        schema = client.get(detail["schema_url"]).data
        jsonschema.Draft202012Validator.check_schema(schema)


def test_names_come_in_the_askers_language():
    detail = APIClient().get(f"{RULESETS}clans_of_caledonia/", headers={"Accept-Language": "fr"}).data
    labels = {line["key"]: line["label"] for line in detail["lines"]}
    assert labels["settlements"] == "Colonies"


def test_a_sheet_is_scored_without_an_account():
    answer = APIClient().post(f"{RULESETS}clans_of_caledonia/preview/", {"sheet": two_seats()}, format="json")
    assert [seat["total"] for seat in answer.data["score"]["seats"]] == [84, 64]
    assert answer.data["violations"] == answer.data["warnings"] == answer.data["missing"] == []
    assert answer.headers["RateLimit-Limit"] == "1200"


def test_mistakes_and_blanks_are_told():
    sheet = clans_sheet(clans_seat(glory=None), clans_seat(hops=-1))
    client = APIClient()
    whole = client.post(f"{RULESETS}clans_of_caledonia/preview/", {"sheet": sheet}, format="json").data
    assert whole["score"] is None
    assert {(violation["path"], violation["code"]) for violation in whole["violations"]} >= {
        ("sheet.seats[0].glory", "required"),
        ("sheet.seats[1].hops", "too_small"),
    }
    begun = client.post(
        f"{RULESETS}clans_of_caledonia/preview/", {"sheet": sheet, "partial": True}, format="json"
    ).data
    assert begun["score"] is not None
    assert "sheet.seats[0].glory" in begun["missing"]


@pytest.mark.parametrize("path", ["", "schema/"])
def test_there_is_no_other_system(path):
    answer = APIClient().get(f"{RULESETS}chess/{path}")
    assert (answer.status_code, answer.data["code"]) == (404, "not_found")
