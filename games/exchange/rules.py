"""Who may connect a club with other programs, and who works on an import."""

from typing import Any

import rules

from games.clubs.rules import is_scorekeeper, staff_or_organiser
from games.players.rules import is_site_staff
from games.players.viewers import Viewer


@rules.predicate
def began_import(user: Viewer, batch: Any) -> bool:
    return bool(user.is_authenticated and batch.account_id == user.pk)


@rules.predicate
def is_into_a_club(user: Viewer, batch: Any) -> bool:
    return batch.club_id is not None


rules.add_perm("exchange.keep_webhooks", staff_or_organiser)
# As long as they may record the games of others there.
rules.add_perm("exchange.work_on_import", began_import & (~is_into_a_club | is_scorekeeper | is_site_staff))
