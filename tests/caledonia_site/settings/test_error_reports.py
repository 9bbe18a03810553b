"""Reports of faults: enough to find the fault, nothing about people."""

import json

import pytest
import sentry_sdk
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from caledonia_site.settings.environment import SettingError
from caledonia_site.settings.error_reports import only_what_finds_the_fault, report_errors

# Far from the lines of source that a report quotes.
SECRETS = {"local": "oatcake-1", "cookie": "oatcake-2", "query": "oatcake-3", "header": "oatcake-4"}


class KeptReports(Transport):
    """Where reports go instead of over the network."""

    def __init__(self):
        super().__init__()
        self.events = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.events += [item.payload.json for item in envelope.items if item.type == "event"]


@pytest.fixture
def reports():
    kept = KeptReports()
    report_errors("https://key@sentry.example/1", environment="test", transport=kept)
    yield kept
    sentry_sdk.init()


@pytest.mark.django_db
def test_a_fault_is_reported_without_what_it_knows_of_people(client, reports, monkeypatch):
    from caledonia_site.pages import home

    def break_down(**_):
        password = SECRETS["local"]
        raise RuntimeError(f"out of {len(password)} order")

    monkeypatch.setattr(home, "current_site_figures", break_down)
    client.raise_request_exception = False
    client.cookies["__Host-session"] = SECRETS["cookie"]
    answer = client.get("/", {"key": SECRETS["query"]}, headers={"authorization": SECRETS["header"]})
    assert answer.status_code == 500
    sentry_sdk.flush()
    (event,) = reports.events
    assert event["exception"]["values"][0]["type"] == "RuntimeError"
    text = json.dumps(event)
    assert "user" not in event
    for secret in SECRETS.values():
        assert secret not in text


def test_of_the_request_only_method_and_page_are_told():
    request = {
        "method": "POST",
        "url": "https://caledonia.example/score/drafts/1b4e28ba-2fa1-11d2-883f-0016d3cca427",
        "query_string": "key=hush",
        "cookies": {"session": "hush"},
        "headers": {"Authorization": "hush"},
        "data": {"password": "hush"},
    }
    told = only_what_finds_the_fault({"request": request, "user": {"id": 1, "email": "hush"}}, {})
    assert told == {"request": {"method": "POST", "url": "/score/drafts/…"}}


def test_an_address_that_is_none_is_refused_without_repeating_it():
    with pytest.raises(SettingError, match="CALEDONIA_SENTRY_DSN is no address") as refusal:
        report_errors("hush", environment="test")
    assert "hush" not in str(refusal.value)
