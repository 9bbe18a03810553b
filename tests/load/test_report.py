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


def test_tables_that_fill_in_together_are_told_with_what_their_polls_cost():
    asked = {"requests": 8000, "errors": 0, "p50": 3.0, "p95": 12.0, "p99": 30.0}
    nothing = asked | {"requests": 0}
    parts = {
        "looking": {"cores": 0.31, "news": asked, "changes": nothing},
        "typing": {"cores": 0.74, "news": asked, "changes": asked | {"requests": 2000}},
    }
    written = report({"tables": HEAD | {"tables": 50, "phones": 200, "parts": parts}})
    assert "0.31 cores" in written
    assert "| typing: changes | 33 | 0 | 3 | 12 | 30 |" in written
    assert "looking: changes" not in written


def test_what_was_not_measured_stays():
    before = "# Load\n\nOld.\n\n## 9 people at once\n\nKept.\n\n## Seeding\n\nReplaced.\n"
    written = report({"seeding": HEAD | {"seconds": 60.0}}, before=before)
    assert "Kept." in written
    assert "took 1.0 minutes" in written
    assert "Replaced." not in written
    assert written.index("## 9 people") < written.index("## Seeding")


def test_nothing_new_is_no_error():
    assert _figures([Shot("news", 0.01, 304)])["errors"] == 0


def test_no_two_games_are_sent_with_the_same_key():
    sender = {"club": "c", "token": "t", "players": ["a", "b", "c", "d"]}
    chosen = {"pages": {}, "senders": [sender], "sheets": [{"seats": [{}, {}]}]}
    plan = Plan(chosen, seed=1)
    keys = {plan.one("posting a game").headers.split("Idempotency-Key: ")[1] for _ in range(5)}
    assert len(keys) == 5
