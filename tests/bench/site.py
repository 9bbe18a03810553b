"""A site of its own for measurements that need a database: in a temporary folder, gone afterwards."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO


@contextmanager
def bench_site(*, games: int = 0) -> Iterator[None]:
    """With so many demo games; jobs wait, so that nothing but what is measured runs."""
    with tempfile.TemporaryDirectory(prefix="caledonia-bench-") as folder:
        os.environ |= {"CALEDONIA_DATA_DIR": folder, "CALEDONIA_LOG_LEVEL": "WARNING"}
        # By the environment, for the processes that a large demo starts to build what follows from its games.
        os.environ.setdefault("CALEDONIA_DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.test")
        import django
        from django.core.management import call_command

        django.setup()
        from django.db import connection

        from caledonia_site.celery import app

        app.conf.update(task_always_eager=False, broker_url="memory://")
        call_command("migrate", verbosity=0)
        if games:
            call_command("seed_demo", games=games, verbosity=0, stdout=StringIO())
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        try:
            yield
        finally:
            connection.close()
