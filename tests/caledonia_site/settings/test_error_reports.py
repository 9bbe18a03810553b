"""Reports of faults: enough to find the fault, nothing about people."""

import json
import multiprocessing

import pytest
import sentry_sdk
from django.test import Client
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from caledonia_site.pages import home
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


def break_down(**_):
    password = SECRETS["local"]
    raise RuntimeError(f"out of {len(password)} order")


def ask_for_a_broken_page(status_and_reports) -> None:
    kept = KeptReports()
    report_errors("https://key@sentry.example/1", environment="test", transport=kept)
    home.current_site_figures = break_down
    client = Client(raise_request_exception=False)
    client.cookies["__Host-session"] = SECRETS["cookie"]
    answer = client.get("/", {"key": SECRETS["query"]}, headers={"authorization": SECRETS["header"]})
    sentry_sdk.flush()
    status_and_reports.send((answer.status_code, kept.events))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fault_is_reported_without_what_it_knows_of_people():
    """In a process of its own: what reports faults stays around every request and query, and slows all later tests."""
    at_forking = multiprocessing.get_context("fork")
    received, sent = at_forking.Pipe(duplex=False)
    process = at_forking.Process(target=ask_for_a_broken_page, args=(sent,))
    process.start()
    sent.close()
    status, (event,) = received.recv()
    process.join()
    assert status == 500
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
