"""Change what a club says about itself, and who sees it."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.clubs.services.club_details import ClubDetails, store_details
from games.clubs.services.locking import lock_club


@transaction.atomic
def update_club(*, actor: Any, club: Club, details: ClubDetails) -> Club:
    """Name and visibility decide the address, so it may change with them."""
    club = lock_club(club)
    require(actor, "clubs.edit_club", club)
    store_details(club, details)
    return club
