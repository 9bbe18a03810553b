"""Whose names a viewer may know: one condition, asked in four ways."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from games.clubs.enums import Role
from games.players.models import PageVisibility, Player
from games.players.selectors.players import ListedPlayer, shown_players
from tests.factories.clubs import ClubFactory, JoinRequestFactory, MembershipFactory, member_of
from tests.factories.people import AccountFactory, PlayerFactory

pytestmark = pytest.mark.django_db

VISITOR, STRANGER, MATE, SCOREKEEPER, ORGANISER, STAFF, SELF = range(7)


@pytest.fixture
def club():
    return ClubFactory()


def viewer_of(kind, club, player):
    match kind:
        case 0:
            return AnonymousUser()
        case 1:
            return PlayerFactory().account
        case 2:
            return member_of(club)
        case 3:
            return member_of(club, Role.SCOREKEEPER)
        case 4:
            return member_of(club, Role.ORGANISER)
        case 5:
            return AccountFactory(is_staff=True)
        case _:
            return player.account


@pytest.mark.parametrize(
    ("visibility", "seen_by"),
    [
        (PageVisibility.PUBLIC, {VISITOR, STRANGER, MATE, SCOREKEEPER, ORGANISER, STAFF, SELF}),
        (PageVisibility.CLUB, {MATE, SCOREKEEPER, ORGANISER, STAFF, SELF}),
        (PageVisibility.HIDDEN, {SCOREKEEPER, ORGANISER, STAFF, SELF}),
    ],
)
@pytest.mark.parametrize("kind", range(7))
def test_who_knows_whom(club, visibility, seen_by, kind):
    player = PlayerFactory(name="Morag Innes", visibility=visibility)
    MembershipFactory(club=club, player=player)
    viewer = viewer_of(kind, club, player)
    expected = kind in seen_by

    assert Player.objects.visible_to(viewer).filter(pk=player.pk).exists() is expected
    assert Player.objects.get(pk=player.pk).is_visible_to(viewer) is expected
    shown = Player.objects.shown_to(viewer).get(pk=player.pk).shown
    listed = shown_players([player.pk], viewer=viewer)
    assert listed == {player.pk: ListedPlayer(shown, player.account_id, player.name)}
    if expected:
        assert (shown.name, shown.public_id) == ("Morag Innes", player.public_id)
    else:
        assert (shown.name, shown.public_id, shown.address) == ("a player", None, None)


def test_a_former_club_mate_is_a_stranger(club):
    player = PlayerFactory(visibility=PageVisibility.CLUB)
    MembershipFactory(club=club, player=player)
    viewer = member_of(club)
    assert player.is_visible_to(viewer)
    viewer.player.memberships.all().delete()
    assert not player.is_visible_to(viewer)


def test_guests_are_not_each_others_accounts(club):
    """Accounts that are null must not match each other: a visitor has no clubs."""
    guest = PlayerFactory(account=None, visibility=PageVisibility.CLUB)
    MembershipFactory(club=club, player=guest)
    assert not guest.is_visible_to(AnonymousUser())


def test_organisers_know_who_asks_to_join_and_members_do_not(club):
    asking = PlayerFactory(visibility=PageVisibility.HIDDEN)
    JoinRequestFactory(club=club, player=asking)
    assert asking.is_visible_to(member_of(club, Role.ORGANISER))
    assert not asking.is_visible_to(member_of(club, Role.SCOREKEEPER))


def test_a_hidden_name_stays_hidden_in_every_language():
    player = PlayerFactory(visibility=PageVisibility.HIDDEN)
    with translation.override("fr"):
        assert player.shown_for(AnonymousUser()).name != player.name


def test_a_player_fetched_without_asking_shows_nothing():
    with pytest.raises(AttributeError):
        PlayerFactory().shown  # noqa: B018


def test_searching_ignores_accents_case_and_order():
    emile = PlayerFactory(name="Émile Lefèvre")
    PlayerFactory(name="Émile Roussel")
    assert list(Player.objects.named_like("LEFEVRE emile")) == [emile]
    assert list(Player.objects.named_like("nobody")) == []


def test_the_searchable_name_follows_the_name_also_in_bulk():
    player = PlayerFactory(name="Inês")
    player.name = "Zoë"
    player.save()
    player.refresh_from_db()
    assert player.name_key == "zoe"
    Player.objects.bulk_create([Player(name="Sílvia")])
    assert Player.objects.filter(name_key="silvia").exists()


@pytest.mark.parametrize("number", [1, 3])
def test_listed_players_of_any_number(number, django_assert_num_queries):
    """Merged ones and guests too; the statement for visitors is kept for each number."""
    players = [PlayerFactory(name=f"Player {index}") for index in range(number)]
    Player.objects.filter(pk=players[0].pk).update(account=None, merged_into=PlayerFactory())
    for viewer in (AnonymousUser(), AccountFactory()):
        for numbers in ([player.pk for player in players], {player.pk for player in reversed(players)}):
            with django_assert_num_queries(1):
                listed = shown_players(numbers, viewer=viewer)
            assert {pk: player.shown.name for pk, player in listed.items()} == {
                player.pk: player.name for player in players
            }
            assert [pk for pk, player in listed.items() if player.is_guest] == [players[0].pk]
    with django_assert_num_queries(0):
        assert shown_players([], viewer=AnonymousUser()) == {}
