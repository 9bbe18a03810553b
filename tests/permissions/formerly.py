"""People who had a right and lost it, each by the way it is lost on the site."""

from contextlib import contextmanager

from django.db import transaction

from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.services.clubs import hand_over_club
from games.clubs.services.members import change_role, leave_club, remove_member
from tests.factories.clubs import member_of
from tests.factories.people import PlayerFactory

# As whom somebody stands afterwards, by how they lost what they had.
FORMERLY = {
    **{f"left as {role}": "stranger" for role in Role.values},
    **{f"removed as {role}": "stranger" for role in Role.values},
    "organiser, now member": "member",
    "owner, now scorekeeper": "scorekeeper",
    "owner, now organiser": "organiser",
    "site staff, now nobody": "stranger",
    "owner, switched off": "visitor",
    "site staff, switched off": "visitor",
}
GONE = [way for way, now in FORMERLY.items() if now in {"stranger", "visitor"}]


def before(way, club):
    """An account that still has it."""
    words = way.replace(",", "").split()
    if words[0] == "site":
        return PlayerFactory(account__is_staff=True).account
    return member_of(club, Role(words[2] if words[1] == "as" else words[0]))


def lose(way, account, club, owner):
    """What happens to them; `owner` is another owner of the club."""
    membership = Membership.objects.filter(club=club, player__account=account).first()
    match way.replace(",", "").split():
        case ["left", *_]:
            leave_club(actor=account, club=club)
        case ["removed", *_]:
            remove_member(actor=owner, membership=membership)
        case [*_, "off"]:
            account.is_active = False
            account.save()
        case ["site", *_]:
            account.is_staff = False
            account.save()
        case [*_, "organiser"]:
            other = Membership.objects.get(club=club, player__account=member_of(club))
            hand_over_club(actor=account, membership=other)
        case [*_, role]:
            change_role(actor=owner, membership=membership, role=Role(role))
    account.refresh_from_db()


@contextmanager
def undone():
    """Whatever is done in it is taken back, so that one person after the other tries the same."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
