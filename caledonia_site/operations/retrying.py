"""Trying a failed piece again now, instead of after its pause."""

from caledonia_site.common.jobs.models import JobState
from caledonia_site.common.jobs.nudging import nudge
from caledonia_site.common.jobs.topics import topic_names
from caledonia_site.common.jobs.working import Piece


def retry_now(*, only: Piece | None = None) -> int:
    """End the pause of one failed piece, or of all of them, and tell workers to look; how many there were."""
    failing = JobState.objects.filter(attempts__gt=0, topic__in=topic_names())
    if only:
        failing = failing.filter(topic=only.topic, key=only.key)
    pieces = [Piece(topic, key) for topic, key in failing.values_list("topic", "key")]
    # The number of attempts stays: if this one fails too, the next pause is longer again.
    failing.update(retry_at=None, deaths=0)
    for piece in pieces:
        nudge(topic=piece.topic, key=piece.key)
    return len(pieces)
