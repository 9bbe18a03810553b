"""What a faction is worth in VP when the strength of its players is taken out. Pure: numpy and scipy only.

    VP = game + player + faction + position + mastery(player, faction) + noise

Game and player effects are free, so that strong players who prefer strong factions do not make them look stronger
than they are; mastery is random with variance tau², faction and position effects have a weak prior. Everything is
solved at once after centring within each game. docs/statistics.md has the method in words and how well its
intervals cover the truth.
"""

from games.stats.estimators.fitting import ENGINE, VERSION, Fit, Settings, fit_worths
from games.stats.estimators.observations import Observations

__all__ = ["ENGINE", "VERSION", "Fit", "Observations", "Settings", "fit_worths"]
