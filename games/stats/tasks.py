"""Regular work of statistics; the beat schedule in the settings says how often."""

from celery import shared_task

from caledonia_site.common.jobs.marks import mark_dirty
from games.stats.services.fits import mark_due_fits
from games.stats.services.segments import TableRatingsTopic
from scoring import registry


@shared_task(name="stats.look_again")
def look_again() -> None:
    """Games come in all day; worths are fitted, and the strength of tables is read anew, now and then."""
    for ruleset in registry.systems():
        mark_dirty(topic=TableRatingsTopic.name, key=ruleset.description.key)
        mark_due_fits(ruleset.description.key)
