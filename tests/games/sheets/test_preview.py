"""The score while people type."""

import pytest

from games.sheets.views import preview
from scoring import registry
from tests.factories.games import clans_seat, clans_sheet, two_seats

ADDRESS = "/score/clans_of_caledonia/preview"


@pytest.fixture
def ask(client):
    return lambda body, **more: client.post(ADDRESS, body, content_type="application/json", **more)


def test_the_answer_is_the_engines_result_in_words(ask):
    answer = ask({"sheet": two_seats(), "names": ["Ailsa", "Rory"]}).json()
    engine = registry.get("clans_of_caledonia").evaluate(two_seats()).breakdown
    assert [(seat["total"], seat["place"]) for seat in answer["seats"]] == [(84, 1), (64, 2)]
    assert [[line["vp"] for line in seat["lines"]] for seat in answer["seats"]] == [
        [line.vp for line in seat.lines] for seat in engine.seats
    ]
    money = next(line for line in answer["seats"][0]["lines"] if line["key"] == "money")
    assert money["path"] == "seats[0].money"
    assert money["sentence"] == "£27: 1 VP for every full £10. £7 is left over."
    assert "Cotton: 5 VP each" in answer["notes"]
    assert answer["complete"] is True


def test_mistakes_stand_at_their_paths_with_names(ask):
    sheet = clans_sheet(clans_seat(clan="campbell", contract_tiles=[3, 99]), clans_seat(clan="campbell"))
    answer = ask({"sheet": sheet, "names": ["Ailsa", ""]}).json()
    found = {one["path"]: one["message"] for one in answer["violations"]}
    assert found["seats[1].clan"] == "Ailsa already has this."
    assert "seats[0].contract_tiles" in found


def test_blanks_are_missing_not_wrong(ask):
    answer = ask({"sheet": {"seats": [{"glory": 4}, {}]}, "names": []}).json()
    assert answer["violations"] == []
    assert "seats[0].money" in answer["missing"]
    assert {line["key"]: line["vp"] for line in answer["seats"][0]["lines"]}["money"] is None
    assert answer["complete"] is False


def test_it_speaks_the_readers_language(ask):
    answer = ask({"sheet": two_seats()}, headers={"accept-language": "fr"}).json()
    assert answer["seats"][0]["lines"][0]["label"] == "Gloire"


def test_unusual_values_come_with_a_key_to_confirm_them(ask):
    answer = ask({"sheet": clans_sheet(clans_seat(glory=150), clans_seat())}).json()
    assert [one["path"] for one in answer["warnings"]] == ["seats[0].glory"]
    assert answer["warnings_key"]


def test_nothing_is_asked_of_the_database(ask, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        ask({"sheet": two_seats(), "names": ["Ailsa", "Rory"]})


@pytest.mark.parametrize("body", ["", "[", "[]", "7", "null", '"x"', "[" * 50_000])
def test_what_is_no_sheet_is_refused(ask, body):
    assert ask(body).status_code == 400


@pytest.mark.parametrize("sheet", [None, 7, {"seats": {}}, {"seats": [1]}])
def test_a_strange_sheet_is_answered(ask, sheet):
    answer = ask({"sheet": sheet, "names": 3, "through": 4})
    assert answer.status_code == 200
    assert answer.json()["violations"]


def test_too_much_and_too_often_is_refused(ask, monkeypatch):
    assert ask("x" * 100_001).status_code == 413
    monkeypatch.setattr(preview, "MOST_PER_MINUTE", 2)
    answers = [ask({"sheet": two_seats()}, REMOTE_ADDR="203.0.113.7").status_code for _ in range(6)]
    # The minute may turn in between, but never more than twice as many pass.
    assert 2 <= answers.count(200) <= 4


def test_no_token_is_needed(client):
    client.handler.enforce_csrf_checks = True
    assert client.post(ADDRESS, {"sheet": two_seats()}, content_type="application/json").status_code == 200
