"""Things that happen at the same moment: real transactions in real threads, on both databases."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

from django.db import connection

from caledonia_site.common.errors import UserError


def at_the_same_moment(*acts: Callable[[], Any]) -> list[str]:
    """Run all, each in a thread and connection of its own; the code of the error each ended with, or "done"."""
    start = Barrier(len(acts))
    outcomes = [""] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            start.wait(timeout=10)
            act()
            outcomes[place] = "done"
        except UserError as error:
            outcomes[place] = error.code
        except Exception as error:  # so that a broken thread fails the test with its reason
            outcomes[place] = repr(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[place, act]) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)
