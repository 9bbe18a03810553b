"""Safe from the start: headers, production settings, error pages."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from games.players.models import User

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "caledonia_site.settings.prod",
    "CALEDONIA_SECRET_KEY": "3" * 10 + "kX8v-Zq1w-Lm4t-Rb7y-Nc2u-Gd9p-Hf6s-Jt5e-We0a",
    "CALEDONIA_ALLOWED_HOSTS": "caledonia.example",
    "CALEDONIA_PUBLIC_URL": "https://caledonia.example",
    "CALEDONIA_DATABASE_URL": "postgres://caledonia:secret@localhost/caledonia",
    "CALEDONIA_BROKER_URL": "redis://localhost:6379/0",
    "CALEDONIA_EMAIL_URL": "smtp+tls://caledonia:secret@localhost:587",
    "CALEDONIA_EMAIL_FROM": "Caledonia <post@caledonia.example>",
}


# Each is wrong in one setting, and says so.
WRONG = [
    ("CALEDONIA_SECRET_KEY", None, "CALEDONIA_SECRET_KEY is missing"),
    ("CALEDONIA_SECRET_KEY", "short", "CALEDONIA_SECRET_KEY is too short"),
    ("CALEDONIA_ALLOWED_HOSTS", None, "CALEDONIA_ALLOWED_HOSTS is missing"),
    ("CALEDONIA_ALLOWED_HOSTS", "*", "CALEDONIA_ALLOWED_HOSTS is '*', but must name the hosts"),
    ("CALEDONIA_ALLOWED_HOSTS", "caledonia.example, *", "CALEDONIA_ALLOWED_HOSTS is '*'"),
    ("CALEDONIA_PUBLIC_URL", None, "CALEDONIA_PUBLIC_URL is missing"),
    (
        "CALEDONIA_PUBLIC_URL",
        "caledonia.example",
        "CALEDONIA_PUBLIC_URL is 'caledonia.example', but must be an",
    ),
    ("CALEDONIA_PUBLIC_URL", "https://caledonia.example/site", "but must be an address such as"),
    ("CALEDONIA_PUBLIC_URL", "http://caledonia.example", "but must begin with https://"),
    ("CALEDONIA_HSTS_PRELOAD", "yes", "CALEDONIA_HSTS_PRELOAD is 'yes', but lists of browsers also ask for"),
    ("CALEDONIA_SECURITY_CONTACT", "us@caledonia.example", "but must be an address that begins with mailto:"),
    ("CALEDONIA_DATABASE_URL", None, "CALEDONIA_DATABASE_URL is missing"),
    ("CALEDONIA_DATABASE_URL", "mysql://root:hush@localhost/x", "CALEDONIA_DATABASE_URL is no database"),
    ("CALEDONIA_BROKER_URL", None, "CALEDONIA_BROKER_URL is missing"),
    ("CALEDONIA_EMAIL_URL", None, "CALEDONIA_EMAIL_URL is missing"),
    ("CALEDONIA_EMAIL_URL", "imap://post:hush@localhost", "CALEDONIA_EMAIL_URL is no mail server"),
    ("CALEDONIA_EMAIL_URL", "smtp://localhost:port", "CALEDONIA_EMAIL_URL is no mail server"),
    ("CALEDONIA_EMAIL_FROM", None, "CALEDONIA_EMAIL_FROM is missing"),
    ("CALEDONIA_CACHE_URL", "memcached://:hush@localhost", "CALEDONIA_CACHE_URL is no address of Redis"),
    ("CALEDONIA_HSTS_SECONDS", "soon", "CALEDONIA_HSTS_SECONDS is 'soon', but must be a whole number"),
    ("CALEDONIA_LOG_LEVEL", "LOUD", "CALEDONIA_LOG_LEVEL is 'LOUD', but must be one of DEBUG, INFO"),
    ("CALEDONIA_LOG_FORM", "xml", "CALEDONIA_LOG_FORM is 'xml', but must be one of lines, json"),
]


def environment_with(**changes):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CALEDONIA_", "DJANGO_"))}
    return environment | {k: v for k, v in (PRODUCTION | changes).items() if v is not None}


def manage(*arguments, **changes):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.PROJECT_DIR, env=environment_with(**changes), capture_output=True, text=True,
    )  # fmt: skip


def test_production_settings_pass_the_deployment_check():
    done = manage("check", "--deploy", "--fail-level", "INFO")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr


def test_static_files_are_collected_with_hashed_names(tmp_path):
    done = manage("collectstatic", "--noinput", CALEDONIA_DATA_DIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"]
    for name in settings.STATIC_BUNDLES:
        bundle = tmp_path / "static" / manifest[name]
        assert bundle.name != name.removeprefix("bundles/")
        assert bundle.with_name(f"{bundle.name}.gz").exists()
    # What a bundle asks for it finds under its hashed name.
    font = manifest["vendor/besley/besley-latin-600-normal.woff2"]
    assert f'url("../{font}")' in (tmp_path / "static" / manifest["bundles/site.css"]).read_text()


@pytest.fixture(scope="module")
def refused():
    """`manage.py check` with each of the wrong settings; one process reads Django for all of them."""
    environments = [environment_with(**{name: value}) for name, value, _ in WRONG]
    done = subprocess.run(
        [sys.executable, "-m", "tests.caledonia_site.many_environments", "check"],
        cwd=settings.PROJECT_DIR, input=json.dumps(environments), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(zip(WRONG, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong[-1])
def test_a_wrong_setting_is_one_clear_sentence(refused, wrong):
    _name, _value, sentence = wrong
    code, stderr = refused[wrong]["code"], refused[wrong]["stderr"]
    assert code != 0
    assert sentence in stderr
    assert "Traceback" not in stderr
    assert len(stderr.strip().splitlines()) == 1
    assert "hush" not in stderr


@pytest.mark.parametrize("path", ["/", "/styleguide/", "/nowhere/", "/admin/login/"])
@pytest.mark.django_db
def test_every_page_carries_a_strict_policy(client, path):
    response = client.get(path)
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    allowed = dict(one.split("=") for one in response["Permissions-Policy"].split(", "))
    assert {allowed[name] for name in ("camera", "microphone", "geolocation", "payment", "usb")} == {"()"}
    assert allowed["publickey-credentials-get"] == allowed["clipboard-write"] == "(self)"


@pytest.mark.django_db
class TestSecurityContact:
    ADDRESS = "/.well-known/security.txt"

    def test_it_says_whom_to_tell_and_for_how_long(self, client, settings):
        settings.SECURITY_CONTACTS = ["mailto:guard@caledonia.example", "https://caledonia.example/guard"]
        answer = client.get(self.ADDRESS)
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        told = [line.split(": ", 1) for line in answer.content.decode().splitlines()]
        assert [value for name, value in told if name == "Contact"] == settings.SECURITY_CONTACTS
        fields = dict(told)
        left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
        assert timedelta(days=30) < left < timedelta(days=365)
        assert fields["Preferred-Languages"] == "en, fr, pt-br"
        assert fields["Canonical"] == f"https://caledonia.example{self.ADDRESS}"

    def test_without_a_contact_there_is_no_such_page(self, client):
        assert client.get(self.ADDRESS).status_code == 404


@pytest.mark.django_db
class TestErrorPages:
    def test_not_found_is_a_page_of_ours(self, client):
        response = client.get("/nowhere/", headers={"accept-language": "fr"})
        assert response.status_code == 404
        assert 'lang="fr"' in response.content.decode()

    def test_not_found_in_the_api_is_a_problem_with_a_code(self, client):
        response = client.get("/api/v1/nowhere/")
        assert response["Content-Type"] == "application/problem+json"
        told = json.loads(response.content)
        assert (told["type"], told["title"], told["status"], told["code"]) == (
            "about:blank",
            "Not Found",
            404,
            "not_found",
        )

    def test_bad_host_is_a_bad_request(self, client):
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400

    def test_an_expired_form_says_so(self):
        response = Client(enforce_csrf_checks=True).post("/preferences/theme/", {"theme": "dark"})
        assert response.status_code == 403
        assert "errors/form_expired.html" in [template.name for template in response.templates]

    def test_a_broken_page_still_gets_an_answer_in_style(self, client):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE results_sitefigure RENAME TO lost")
        client.raise_request_exception = False
        response = client.get("/")
        assert response.status_code == 500
        assert "<h1" in response.content.decode()
        assert "results_sitefigure" not in response.content.decode()


@pytest.mark.django_db
class TestPreferences:
    def test_theme_is_kept_and_the_way_back_stays_on_the_site(self, client):
        response = client.post("/preferences/theme/", {"theme": "dark", "next": "/styleguide/"})
        assert response["Location"] == "/styleguide/"
        assert 'data-theme="dark"' in client.get("/").content.decode()
        response = client.post("/preferences/theme/", {"theme": "pink", "next": "https://evil.example/"})
        assert response["Location"] == "/"
        assert client.cookies["theme"].value == "dark"

    def test_language_is_kept(self, client):
        client.post("/preferences/language/", {"language": "pt-br", "next": "/"})
        assert 'lang="pt-br"' in client.get("/").content.decode()

    def test_the_browser_decides_until_someone_chooses(self, client):
        assert 'lang="fr"' in client.get("/", headers={"accept-language": "fr-CA,fr;q=0.9"}).content.decode()
        assert 'lang="en"' in client.get("/", headers={"accept-language": "ja"}).content.decode()

    @pytest.mark.parametrize("path", ["/preferences/theme/", "/preferences/language/"])
    def test_only_posts_change_anything(self, client, path):
        assert client.get(path).status_code == 405


@pytest.mark.django_db
class TestStyleguide:
    def test_hidden_from_visitors_in_production(self, client, settings):
        settings.STYLEGUIDE_IS_PUBLIC = False
        assert client.get("/styleguide/").status_code == 404
        client.force_login(User.objects.create_user("staff@example.org", is_staff=True))
        assert client.get("/styleguide/").status_code == 200


@pytest.mark.django_db
def test_addresses_of_accounts_differ_in_more_than_case():
    User.objects.create_user("Ann@example.org")
    with pytest.raises(ValidationError):
        User.objects.create_user("ann@example.org")
    assert User.objects.get_by_natural_key("ANN@example.org").email == "Ann@example.org"
