"""Less looking for garbage, which took a sixth of the time.

What was imported stays: nobody looks for garbage in it, not even while it is imported. Afterwards it is looked for
less often than by Python's own settings, which were made for small programs.
"""

import gc

import pytest

gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    gc.enable()
