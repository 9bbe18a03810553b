"""One person of each kind, as the permissions know them."""

from http.cookies import SimpleCookie

from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.clubs.enums import Role
from games.clubs.services.members import leave_club
from tests.factories.clubs import ClubFactory, member_of
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


class Circle:
    """A club with an owner, and one person of each kind, signed in: made once, for many tests."""

    def __init__(self, **club):
        self.club = ClubFactory(**club)
        self.owner = member_of(self.club, Role.OWNER)
        self.people = {}
        self._cookies = {}
        for kind in KINDS:
            self.add(kind, person_of(kind, self.club))

    def add(self, kind, person):
        self.people[kind] = person
        self._cookies[kind] = {name: cookie.value for name, cookie in client_of(person).cookies.items()}

    def client_of(self, kind):
        """Their browser, as it was when they had signed in."""
        client = Client()
        client.cookies = SimpleCookie(self._cookies[kind])
        return client
