"""What the suite adds to pytest."""

# The variable by which `python -m tests.run` names a folder that all of its parts share.
SHARED_FOLDER = "TESTS_SHARED_FOLDER"
# In it, once they are made: the tables that all others copy.
MIGRATED_TABLES = "migrated_tables"
SQLITE_TABLES = f"{MIGRATED_TABLES}.sqlite3"
