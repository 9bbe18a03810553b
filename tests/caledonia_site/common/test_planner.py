"""PostgreSQL learns how large its tables are, also the small ones it never looks at by itself."""

import pytest
from django.db import connection

from caledonia_site.common.jobs.tasks import count_tables
from games.clubs.models import Club
from tests.factories.clubs import ClubFactory


@pytest.mark.django_db
def test_a_table_of_few_rows_is_known_afterwards():
    ClubFactory.create_batch(3)
    count_tables()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT reltuples FROM pg_class WHERE relname = %s", [Club._meta.db_table])
            assert cursor.fetchone()[0] == 3
