"""`manage.py serve`: from a staff member's click to the home page, through every fault."""

import http.client
import re
import signal
from contextlib import suppress

import pytest

from tests.processes.site import EmbeddedSite
from tests.processes.waiting import is_running, wait_until

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = EmbeddedSite(tmp_path_factory.mktemp("embedded"))
    try:
        site.prepare()
        site.start()
        yield site
    finally:
        site.close()


def test_the_terminal_says_one_thing_where_to_open_the_site(site):
    assert site.said() == f"Caledonia is open at http://127.0.0.1:{site.port}/ (Ctrl-C stops it)\n"


def test_an_added_player_is_counted_on_the_home_page(site):
    staff = site.staff()
    before = staff.players_of_api()
    staff.add_player("Una Kerr")
    wait_until(lambda: staff.players_of_api() == before + 1, "the job has counted")
    assert re.search(rf"\b{before + 1}\b", staff.home_page())


def test_the_worker_rates_a_new_game(site):
    seconds = float(site.run("tests.processes.rate_game"))
    print(f"rated {seconds} s after the commit")


def test_a_worker_killed_in_the_middle_costs_nothing(site):
    staff = site.staff()
    before, published = staff.players_of_api(), site.published()
    site.hold_jobs()
    staff.add_player("Angus Hay")
    site.wait_for_job_in_the_middle()
    site.kill("worker")
    site.release_jobs()
    wait_until(lambda: staff.players_of_api() == before + 1, "the next worker has counted")
    assert site.published() == [*published, before + 1]
    assert "the worker process ended (signal SIGKILL) and is started again." in site.said()


def test_a_killed_web_process_comes_back_on_the_same_port(site):
    staff = site.staff()
    killed = site.kill("web")
    wait_until(lambda: "the web process ended" in site.said(), "the death is noticed")

    def answers():
        try:
            return staff.request("GET", "/healthz")[0] == 200
        except OSError:
            return False

    wait_until(answers, "the web process is back")
    assert site.child("web") != killed


def test_no_secret_is_in_any_file_of_the_log(site):
    """Refused, unknown, expired and to a wrong host: what the processes wrote, and the web server with them."""
    secret = "canary-1b4e28ba"
    paths = [
        f"/games/bcdfghjkmn/mine/{secret}/", f"/clubs/invitations/{secret}/", f"/tournaments/place/{secret}/",
        f"/tournaments/bcd/door/{secret}/", f"/clubs/bcd/games.atom?key={secret}",
        f"/nowhere/clubs/invitations/{secret}", f"/account/login/?next=/clubs/invitations/{secret}/",
    ]  # fmt: skip
    answered = set()
    for method in ("GET", "POST", "DELETE"):
        for path in paths:
            for host in (f"127.0.0.1:{site.port}", "evil.example"):
                connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
                headers = {"Host": host, "Cookie": f"sessionid={secret}", "Authorization": f"Bearer {secret}"}
                connection.request(method, path, body="a=1" if method == "POST" else None, headers=headers)
                answered.add(connection.getresponse().status)
                connection.close()
    assert {400, 403, 404} <= answered
    files = [*(site.data / "logs").iterdir(), site.terminal]
    assert "CSRF" in site.log("web")
    assert "request_finished" in site.log("web")
    assert [path.name for path in files if secret in path.read_text()] == []


def test_what_the_site_keeps_is_for_its_owner_alone(site):
    kept = [site.data, *site.data.rglob("*")]
    assert {"logs", "broker", "caledonia.sqlite3", "secret-key"} <= {path.name for path in kept}
    open_to_others = []
    for path in kept:
        # Messages come and go.
        with suppress(FileNotFoundError):
            if path.stat().st_mode & 0o077:
                open_to_others.append(path.name)
    assert open_to_others == []


def test_a_second_site_on_the_same_folder_is_refused(site, tmp_path):
    second = EmbeddedSite(tmp_path, CALEDONIA_DATA_DIR=str(site.data))
    with pytest.raises(AssertionError, match="running already with the data folder"):
        second.start()
    assert second.process.returncode == 1


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name
)
def test_no_process_outlives_the_supervisor_and_the_site_starts_again(site, number):
    for role in ("web", "worker", "beat"):
        site.child(role)
    below = site.children()
    assert {line.name for line in below} == {"cal-web", "cal-worker", "cal-beat"}
    code = site.stop(number)
    assert code == (0 if number != signal.SIGKILL else -signal.SIGKILL)
    wait_until(lambda: not any(is_running(line.pid) for line in below), "all processes end")
    site.terminal.unlink()
    site.start()
    assert site.staff().players_of_api() > 0
