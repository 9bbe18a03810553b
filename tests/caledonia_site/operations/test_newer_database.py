"""Tables of a newer version: named, and refused where a process starts (with real ones: tests/processes)."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from caledonia_site.common.database import migrations, refuse_newer_database

# A process that starts closes its connection afterwards, which a transaction around the test would not survive.
pytestmark = pytest.mark.django_db(transaction=True)

SENTENCE = (
    "the database is of a newer version (it has the migration games.0999_of_tomorrow, which this version"
)


def test_the_database_of_this_version_has_nothing_unknown():
    found = migrations()
    assert (found.is_new, found.waiting, found.unknown) == (False, [], [])
    refuse_newer_database()
    call_command("check", databases=["default"])


def test_an_unknown_migration_is_named(newer_database):
    with newer_database():
        assert migrations().unknown == ["games.0999_of_tomorrow"]
        with pytest.raises(SystemCheckError) as refused:
            call_command("check", databases=["default"])
    assert SENTENCE in str(refused.value)


def test_a_process_that_starts_ends_with_the_sentence(newer_database):
    with newer_database(), pytest.raises(SystemExit) as refused:
        refuse_newer_database()
    assert str(refused.value).startswith(f"caledonia: {SENTENCE}")


def test_operators_read_it_while_the_older_version_still_runs(client, newer_database, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("staff@example.org"))
    with newer_database():
        page = client.get("/operations/").content.decode()
    assert "Newer than this version" in page
    assert "Newer than this version" not in client.get("/operations/").content.decode()
