#!/usr/bin/env python
"""Caledonia's command line: every administrative task starts here."""

import os
import sys


def main() -> None:
    if sys.version_info < (3, 11):
        sys.exit("caledonia: Python 3.11 or newer is needed, and this is %d.%d." % sys.version_info[:2])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.dev")
    from caledonia_site.settings.environment import SettingError

    try:
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(f"caledonia: {error}")


if __name__ == "__main__":
    main()
