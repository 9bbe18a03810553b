"""`deploy/rehearse`: one line a step; the end of every log when a step fails."""

import sys
import time

from tests.deploy.rehearsal.smoke import Rehearsal
from tests.deploy.rehearsal.stack import Stack

LAST_LINES = 15


def main() -> int:
    started = time.monotonic()
    with Stack() as stack:
        print(f"started in {time.monotonic() - started:.1f} s", flush=True)
        rehearsal = Rehearsal(stack)
        for step in Rehearsal.STEPS:
            begun = time.monotonic()
            sentence = step.__name__.replace("_", " ")
            try:
                step(rehearsal)
            except Exception as error:
                print(f"FAILED  {sentence}: {type(error).__name__}: {str(error)[:2000]}")
                for role in stack.processes:
                    print(f"--- {role}", *stack.log(role).splitlines()[-LAST_LINES:], sep="\n")
                return 1
            print(f"ok {time.monotonic() - begun:6.1f} s  {sentence}", flush=True)
    print(f"all went well, in {time.monotonic() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
