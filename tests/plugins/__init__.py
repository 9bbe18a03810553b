"""What the suite adds to pytest."""

# The variable by which `python -m tests.run` names a folder that all of its parts share.
SHARED_FOLDER = "TESTS_SHARED_FOLDER"
