"""Run as a process: `manage.py` with its arguments, once in each of the environments that standard input names.

All of them are children of this process, which has read Django by then; what each wrote and how it ended is printed.
"""

import json
import os
import runpy
import sys
import tempfile
from typing import Any

# Read once for all. Settings are not among it: they look at the environment.
import django.core.management  # noqa: F401

import caledonia_site.settings.environment  # noqa: F401


def run_manage(environment: dict[str, str]) -> dict[str, Any]:
    with tempfile.TemporaryFile() as said:
        pid = os.fork()
        if pid == 0:
            os.dup2(said.fileno(), sys.stderr.fileno())
            os.environ.clear()
            os.environ.update(environment)
            sys.argv[0] = "manage.py"
            runpy.run_path("manage.py", run_name="__main__")
            sys.exit()
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        said.seek(0)
        return {"code": code, "stderr": said.read().decode()}


if __name__ == "__main__":
    print(json.dumps([run_manage(environment) for environment in json.load(sys.stdin)]))
