"""The files an operator installs: whole, in agreement with one another, and safe by default."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.deploy.rehearsal.units import INSTALLED_PROGRAMS, PROJECT, SYSTEMD, command_of, lines_of

DEPLOY = PROJECT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"].startswith("caledonia:")}
UNITS = sorted(path for path in SYSTEMD.iterdir() if path.is_file())


def test_compose_has_every_part():
    assert set(OURS) == {"migrate", "web", "worker-fast", "worker-bulk", "beat"}
    assert set(SERVICES) - set(OURS) == {"postgres", "redis", "proxy"}


@pytest.mark.parametrize("name", SERVICES)
def test_what_a_service_names_exists(name):
    service = SERVICES[name]
    for other in service.get("depends_on", {}):
        assert other in SERVICES
    for volume in service.get("volumes", []):
        source = volume.partition(":")[0]
        if source.startswith("./"):
            assert (DEPLOY / source).exists(), source
        elif not source.startswith("$"):
            assert source in COMPOSE["volumes"], source
    if "ports" in service:
        assert name == "proxy", "only the proxy is reachable from outside"


@pytest.mark.parametrize("name", OURS)
def test_our_containers_may_do_little(name):
    service = OURS[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", ["web", "postgres", "redis", "proxy"])
def test_whoever_answers_is_asked_whether_it_is_well(name):
    # The web server's check is in the image.
    checked = "HEALTHCHECK" in (DEPLOY / "Dockerfile").read_text() if name == "web" else None
    assert SERVICES[name].get("healthcheck", {}).get("test") or checked


def test_images_have_plain_names_and_a_version():
    base = re.findall(r"^FROM (\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    for image in [*base, *(service["image"] for service in SERVICES.values())]:
        assert re.fullmatch(r"[a-z]+:\S+", image), image


def test_the_image_does_not_run_as_root_and_installs_by_hash():
    text = (DEPLOY / "Dockerfile").read_text()
    assert text.index("USER caledonia") < text.index('CMD ["granian"')
    assert "--require-hashes" in text
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for source in copied.split():
            assert (PROJECT / source).exists(), source


def test_the_image_gets_only_what_it_copies():
    allowed = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    text = (DEPLOY / "Dockerfile").read_text()
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for source in copied.split():
            assert f"!{source}" in allowed, source


def test_containers_and_units_start_the_same():
    def words(command):
        return {word for word in command if word not in {"--host=127.0.0.1", "--host=0.0.0.0"}}

    (web,) = re.findall(r"^CMD (\[.+\])$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    unit = command_of("caledonia-web.service")
    assert words([Path(unit[0]).name, *unit[1:]]) == words(yaml.safe_load(web))
    for queue in ("fast", "bulk"):
        assert f"--queues={queue}" in SERVICES[f"worker-{queue}"]["command"]
        assert f"--queues={queue}" in command_of("caledonia-worker@.service", instance=queue)


def test_every_queue_has_a_worker_in_the_target():
    (wanted,) = lines_of("caledonia.target", "Wants")
    assert set(wanted.split()) == {
        "caledonia-web.service",
        "caledonia-worker@fast.service",
        "caledonia-worker@bulk.service",
        "caledonia-beat.service",
    }


@pytest.mark.systemd
def test_systemd_understands_the_units(tmp_path):
    """As installed, but for the folder of the programs."""
    for path in UNITS:
        text = path.read_text().replace(INSTALLED_PROGRAMS, f"{Path(sys.executable).parent}/")
        (tmp_path / path.name).write_text(text)
    shutil.copytree(SYSTEMD / "caledonia-.service.d", tmp_path / "caledonia-.service.d")
    (tmp_path / "caledonia-worker@fast.service").write_text(
        (tmp_path / "caledonia-worker@.service").read_text()
    )
    files = sorted(path.name for path in tmp_path.iterdir() if path.is_file())
    names = [name for name in files if "@." not in name]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *names],
        cwd=tmp_path,
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    about_ours = [line for line in done.stderr.splitlines() if "caledonia" in line]
    assert about_ours == []
    assert done.returncode == 0, done.stderr


def test_scripts_can_be_run():
    for name in ("prepare", "rehearse"):
        path = DEPLOY / name
        assert path.stat().st_mode & 0o111
        assert subprocess.run(["sh", "-n", path]).returncode == 0


def test_the_runbook_names_only_what_exists():
    text = (DEPLOY / "RUNBOOK.md").read_text()
    for path in re.findall(r"`(deploy/[\w./@-]+)`", text):
        assert (PROJECT / path).exists(), path
    for command in re.findall(r"manage\.py ([a-z_]+)", text):
        ours = list(PROJECT.glob(f"*/management/commands/{command}.py")) + list(
            PROJECT.glob(f"*/*/management/commands/{command}.py")
        )
        assert ours or command in {"migrate", "createsuperuser", "check", "shell", "collectstatic"}, command
