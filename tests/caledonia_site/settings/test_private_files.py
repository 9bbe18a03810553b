"""Whatever the embedded site writes is for the account it runs as."""

import os
import stat
import subprocess
import sys

import pytest
from django.conf import settings

DEV = "caledonia_site.settings.dev"


def manage(folder, *arguments):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CALEDONIA_", "DJANGO_"))}
    return subprocess.run(
        [
            sys.executable,
            "-c",
            f"import os; os.umask(0o022); import manage, sys; sys.argv[1:] = {[*arguments]!r}; manage.main()",
        ],
        cwd=settings.PROJECT_DIR,
        env=environment | {"DJANGO_SETTINGS_MODULE": DEV, "CALEDONIA_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )


def open_to_others(folder):
    return [
        f"{path.relative_to(folder)} {stat.filemode(path.stat().st_mode)}"
        for path in (folder, *folder.rglob("*"))
        if path.stat().st_mode & 0o077
    ]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


def test_what_commands_write_is_for_nobody_else(folder, tmp_path):
    manage(folder, "migrate", "--verbosity=0")
    manage(folder, "backup", str(folder / "backups"))
    assert (folder / "caledonia.sqlite3").exists()
    assert list((folder / "backups").iterdir())
    assert open_to_others(folder) == []


def test_folders_of_an_older_version_are_closed(folder):
    (folder / "mail" / "old").mkdir(parents=True)
    for path in (folder, folder / "mail", folder / "mail" / "old"):
        path.chmod(0o755)
    manage(folder, "check")
    assert open_to_others(folder) == []


def test_sources_stay_readable(folder):
    done = manage(folder, "shell", "--no-imports", "-c", "import os; print(oct(os.umask(0)))")
    assert done.stdout.strip() == "0o77"
    from caledonia_site.settings.private_files import keep_private

    folder.mkdir(exist_ok=True)
    before = os.umask(0o022)
    try:
        keep_private(folder, command="makemigrations")
        assert os.umask(0o022) == 0o022
    finally:
        os.umask(before)
