"""Who may connect a club with other programs."""

import rules

from games.clubs.rules import staff_or_organiser

rules.add_perm("exchange.keep_webhooks", staff_or_organiser)
