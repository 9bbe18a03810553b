"""The site of the tests with a third game, as CONTRIBUTING adds one; without its folder with WITHOUT_FOLDER set."""

import os
from pathlib import Path

import games.systems
import scoring

HERE = Path(__file__).parent

# The folder scoring/loch_curling, and the line in scoring/registry.py.
scoring.__path__.append(str(HERE / "rules"))

from scoring.loch_curling.ruleset import LochCurling  # noqa: E402

from scoring import registry  # noqa: E402

registry._SYSTEMS = (*registry._SYSTEMS, LochCurling())
registry._BY_KEY = {ruleset.description.key: ruleset for ruleset in registry._SYSTEMS}

# The folder games/systems/loch_curling.
if "WITHOUT_FOLDER" not in os.environ:
    games.systems.__path__.append(str(HERE / "folders"))

# After the game has come: the list of apps is made from the registry.
from caledonia_site.settings.test import *  # noqa: E402, F403
