"""The page for bonus and penalty points, and what everybody reads of them."""

from datetime import date

import pytest
from django.urls import reverse

from tests.factories.leagues import members, open_season, played, refresh


@pytest.fixture
def season(league, organiser):
    season = open_season(league=league, actor=organiser)
    one, other = members(season, 2)
    played(season, one, other, on=date(2026, 4, 1))
    refresh(season)
    return season


@pytest.fixture
def page(season):
    return reverse("leagues:adjustments", args=[season.address_key])


def penalty(to, **changes):
    sent = {"player": to.public_id, "kind": "penalty", "points": "1.5", "reason": "Two hours late"}
    return sent | changes


def test_an_organiser_gives_a_penalty_and_everybody_reads_why(client, season, page, organiser):
    player = season.standings.get().rows.get(order=1).player
    client.force_login(organiser)
    assert client.post(page, penalty(player)).url == page
    assert "Two hours late" in client.get(page).content.decode()
    refresh(season)
    client.logout()
    for address in (
        season.get_absolute_url(),
        reverse("leagues:player", args=[season.address_key, player.public_id]),
        reverse("leagues:embed", args=[season.address_key]),
    ):
        text = client.get(address).content.decode()
        assert "−1.5" in text
        assert "Two hours late" in text
    history = client.get(reverse("leagues:history", args=[season.address_key])).content.decode()
    assert f"−1.5 points for {player.name}" in history
    (table,) = client.get(f"/api/v1/seasons/{season.public_id}/standings/").json()["tables"]
    assert table["rows"][0]["points"] == "7/2"
    assert [one["reason"] for one in table["rows"][0]["adjustments"]] == ["Two hours late"]


def test_taken_back_in_one_tap(client, season, page, organiser):
    player = season.participants.first().player
    client.force_login(organiser)
    client.post(page, penalty(player, kind="bonus"))
    given = season.adjustments.get()
    assert given.exact_points > 0
    undo = reverse("leagues:undo_adjustment", args=[season.address_key, given.public_id])
    assert client.get(undo).status_code == 405
    assert client.post(undo, follow=True).status_code == 200
    assert not season.adjustments.exists()
    # An old page, or somebody else was faster.
    assert "taken back already" in client.post(undo, follow=True).content.decode()


@pytest.mark.parametrize(
    ("field", "typed"),
    [("points", "0"), ("points", "-3"), ("points", "many"), ("reason", " "), ("player", "x")],
)
def test_mistakes_are_told_at_their_field(client, season, page, organiser, field, typed):
    client.force_login(organiser)
    response = client.post(page, penalty(season.participants.first().player, **{field: typed}))
    assert list(response.context["form"].errors) == [field]
    assert not season.adjustments.exists()


def test_a_reason_is_text_and_nothing_else(client, season, page, organiser):
    client.force_login(organiser)
    player = season.standings.get().rows.get(order=1).player
    client.post(page, penalty(player, reason="<script>alert(1)</script>"))
    refresh(season)
    assert "<script>alert(1)" not in client.get(season.get_absolute_url()).content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_with_one_and_with_three(
    client, season, page, organiser, count, django_assert_max_num_queries
):
    client.force_login(organiser)
    for _ in range(count):
        client.post(page, penalty(season.participants.first().player))
    client.get(page)
    with django_assert_max_num_queries(13):
        assert len(client.get(page).context["found"]) == count
