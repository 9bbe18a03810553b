"""The site of the tests with a third game, the toy; without its folder when WITHOUT_FOLDER is set."""

import os
from pathlib import Path

import games.systems
from scoring import registry
from tests.scoring.toy import TOY

registry._SYSTEMS = (*registry._SYSTEMS, TOY)
registry._BY_KEY = {ruleset.description.key: ruleset for ruleset in registry._SYSTEMS}
if "WITHOUT_FOLDER" not in os.environ:
    games.systems.__path__.append(str(Path(__file__).parent / "folders"))

# After the toy has come: the list of apps is made from the registry.
from caledonia_site.settings.test import *  # noqa: E402, F403


class NoMigrations:
    """Tables from the models: nobody waits for migrations here."""

    def __contains__(self, app):
        return True

    def __getitem__(self, app):
        return None


MIGRATION_MODULES = NoMigrations()
