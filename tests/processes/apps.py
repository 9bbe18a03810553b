from django.apps import AppConfig


class ProcessTestsConfig(AppConfig):
    """Puts a topic that a test can hold in the place of the real one."""

    name = "tests.processes"
    label = "process_tests"

    def ready(self) -> None:
        from django.db.models.signals import post_save

        from caledonia_site.common.jobs import topics
        from games.players.models import Player
        from tests.processes.held import HeldTopic, count_again

        topics._topics[HeldTopic.name] = HeldTopic()
        post_save.connect(count_again, sender=Player)
