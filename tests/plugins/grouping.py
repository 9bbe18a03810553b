"""Which tests stay in one process when the suite runs in several.

A file does: the sites of real processes, and whatever else is set up once for a file, would otherwise be set up in
every process. Tests in the browser are slow, few, and share nothing but the browser: each goes to the process that
is free. Large files are handed out first and these last, so that no process is left with a long file at the end.
"""

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("browser") is None:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
