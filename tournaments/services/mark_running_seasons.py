"""Let running seasons look at their standings once a day, although no game came in."""

from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from tournaments.models import Season
from tournaments.topics import STANDINGS


@transaction.atomic
def mark_running_seasons() -> int:
    """Movements are since a week ago, and that day moves on."""
    keys = list(Season.objects.running().values_list("public_id", flat=True))
    for key in keys:
        mark_dirty(topic=STANDINGS, key=key)
    return len(keys)
