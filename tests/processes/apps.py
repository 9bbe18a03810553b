from django.apps import AppConfig


class ProcessTestsConfig(AppConfig):
    """Puts a topic that a test can hold in the place of the real one."""

    name = "tests.processes"
    label = "process_tests"

    def ready(self) -> None:
        from caledonia_site.common.jobs import topics
        from tests.processes.held import HeldTopic

        topics._topics[HeldTopic.name] = HeldTopic()
