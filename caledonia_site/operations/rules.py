"""Who may look behind the site and set its jobs going again."""

import rules

from games.players.rules import is_site_staff

OPERATE = "operations.operate"

rules.add_perm(OPERATE, is_site_staff)
