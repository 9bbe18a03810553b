"""The figures of a load test are counted and told rightly; the test itself is `make load`."""

from tests.load.client import BARE_LIST, MIX, Plan, Shot
from tests.load.phases import _figures
from tests.load.report import report

HEAD = {"games": 20_000, "cores": 2, "on": "2026-05-02", "users": 50, "seconds": 60.0, "think": 2.0}
LOOKS = [{"minute": float(minute), "resident": 180.0, "own": 150.0} for minute in range(61)]


def pages(**changes):
    figures = {"requests": 10, "errors": 0, "p50": 20.0, "p95": 90.0, "p99": 120.0, "rate": 40.0}
    return {kind: figures | changes.get(kind, {}) for kind in MIX}


def test_percentiles_and_errors_are_counted():
    shots = [Shot("home", number / 1000, 200) for number in range(1, 101)] + [Shot("home", 0.2, 503)]
    figures = _figures(shots)
    assert (figures["requests"], figures["errors"], figures["statuses"]) == (101, 1, [503])
    assert [round(figures[name]) for name in ("p50", "p95", "p99")] == [51, 96, 100]


def test_pages_below_a_third_of_the_bare_list_are_named():
    measured = pages(home={"rate": 30.0}, **{BARE_LIST: {"rate": 100.0}})
    written = report({"alone": HEAD | {"pages": measured, "connections": 8}})
    assert "Below it: home." in written


def test_every_phase_has_its_section():
    everything = {"requests": 1000, "errors": 0, "p50": 20.0, "p95": 90.0, "p99": 120.0}
    mix = HEAD | {"pages": pages(), "all": everything, "memory": LOOKS}
    written = report({"seeding": HEAD | {"seconds": 462.0}, "mix": mix, "soak": mix | {"seconds": 3600.0}})
    assert "took 7.7 minutes" in written
    assert "## 50 people at once" in written
    assert "17 requests a second" in written
    assert "## 60 minutes" in written
    assert "| 60 | 180 | 150 |" in written


def test_no_two_games_are_sent_with_the_same_key():
    sender = {"club": "c", "token": "t", "players": ["a", "b", "c", "d"]}
    chosen = {"pages": {}, "senders": [sender], "sheets": [{"seats": [{}, {}]}]}
    plan = Plan(chosen, seed=1)
    keys = {plan.one("posting a game").headers.split("Idempotency-Key: ")[1] for _ in range(5)}
    assert len(keys) == 5
