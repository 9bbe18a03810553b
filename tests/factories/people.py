"""Accounts and players."""

import factory
from factory.django import DjangoModelFactory

from games.players.models import PageVisibility, Player, User


class AccountFactory(DjangoModelFactory):
    """An account without a player."""

    class Meta:
        model = User

    email = factory.Sequence(lambda number: f"person{number}@example.org")
    password = factory.django.Password("a-good-password")


class PlayerFactory(DjangoModelFactory):
    """A player with an account."""

    class Meta:
        model = Player

    name = factory.Sequence(lambda number: f"Player {number}")
    account = factory.SubFactory(AccountFactory)
    visibility = PageVisibility.PUBLIC


class GuestFactory(PlayerFactory):
    name = factory.Sequence(lambda number: f"Guest {number}")
    account = None
    visibility = PageVisibility.CLUB
