"""The registry of topics."""

import pytest

from caledonia_site.common.jobs import topics
from tests.caledonia_site.common.jobs.counting import BrokenTopic, PausingTopic


def test_two_kinds_of_one_name_are_refused(register_topic):
    register_topic(PausingTopic())
    topics.register(PausingTopic())
    impostor = BrokenTopic(step="compute")
    impostor.name = PausingTopic.name
    with pytest.raises(ValueError, match="two topics are named pausing_figures"):
        topics.register(impostor)
