"""One person of each kind, as the permissions know them."""

from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.clubs.enums import Role
from games.clubs.services.leave_club import leave_club
from tests.factories.clubs import member_of
from tests.factories.people import PlayerFactory

KINDS = {
    "visitor": "Visitor",
    "stranger": "Signed in",
    "former member": "Former member",
    "member": "Member",
    "scorekeeper": "Scorekeeper",
    "organiser": "Organiser",
    "owner": "Owner",
    "site staff": "Site staff",
}
OUTSIDERS = {"visitor", "stranger", "former member"}


def person_of(kind, club):
    """An account of that kind towards the club."""
    match kind:
        case "visitor":
            return AnonymousUser()
        case "stranger":
            return PlayerFactory().account
        case "former member":
            account = member_of(club)
            leave_club(actor=account, club=club)
            return account
        case "site staff":
            return PlayerFactory(account__is_staff=True).account
        case role:
            return member_of(club, Role(role))


def client_of(person):
    """Their browser, signed in unless they are a visitor."""
    client = Client()
    if person.is_authenticated:
        client.force_login(person)
    return client
