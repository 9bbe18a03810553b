"""Letting somebody into groups that play: the page says where there is a place, and why not elsewhere."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories.leagues import group_season, members, played
from tournaments.leagues.models import Fixture, Group
from tournaments.leagues.services.fixtures import link_game


@pytest.fixture
def season(league, organiser):
    return group_season(players=10, size=5, league=league, actor=organiser)


@pytest.fixture
def groups(season):
    return list(Group.objects.filter(division__season=season).order_by("division__level"))


def test_the_bottom_is_offered_first_and_a_group_that_played_says_why_not(client, season, groups, organiser):
    top, bottom = groups
    fixture = Fixture.objects.filter(group=top).first()
    fixture.season = season
    seated = [seat.participant.player for seat in fixture.seats.select_related("participant__player")]
    link_game(actor=organiser, fixture=fixture, game=played(season, *seated, on=date(2026, 3, 15)))
    (late,) = members(season, 1)
    client.force_login(organiser)
    page = reverse("leagues:add_player", args=[season.address_key])
    shown = client.get(page)
    assert [key for key, _ in shown.context["form"].fields["group"].choices] == [
        str(bottom.pk),
        str(top.pk),
    ]
    assert "New players wait for the next season" in shown.content.decode()
    refused = client.post(page, {"player": late.public_id, "group": top.pk})
    assert "come in with the next season" in refused.context["form"].errors["group"][0]
    client.post(page, {"player": late.public_id, "group": bottom.pk})
    assert season.participants.get(player=late).group == bottom
    history = client.get(reverse("leagues:history", args=[season.address_key])).content.decode()
    assert "its schedule was made anew" in history


def test_members_are_not_offered_what_would_be_refused(client, season):
    (late,) = members(season, 1)
    client.force_login(late.account)
    for name in ("season", "people"):
        shown = client.get(reverse(f"leagues:{name}", args=[season.address_key])).content.decode()
        assert reverse("leagues:join", args=[season.address_key]) not in shown
    assert "Ask an organiser" in shown
