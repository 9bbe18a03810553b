"""Setting up a league: a short form with good defaults, and clear answers to what cannot be."""

from datetime import date

import pytest
from django.urls import reverse

from games.clubs.enums import Role
from tests.factories.clubs import MembershipFactory, member_of
from tests.factories.leagues import details, group_season, members, open_season, refresh
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.models import Fixture, League, Participant, Season, SeasonAuditRecord
from tournaments.leagues.services.groups import form_groups
from tournaments.leagues.services.seasons import close_season, plan_next_season, plan_season
from tournaments.leagues.web.forms import first_values, settings_values
from tournaments.standings.tiebreakers import TIE_BREAKERS

NEW = "/clubs/leith-traders/leagues/new/"


def filled(**changes):
    """What a browser sends for the form as it comes, besides what the person changed."""
    values = (
        first_values()
        | {
            "league_name": "Thursday League",
            "system": "clans_of_caledonia",
            "name": "Season 1",
            "description": "",
        }
        | changes
    )
    return {key: value for key, value in values.items() if value not in (None, "") and value is not False}


@pytest.fixture
def signed_in(client, organiser):
    client.force_login(organiser)
    return organiser


def errors_of(response):
    assert response.status_code == 200
    return response.context["form"].errors


def test_the_form_as_it_comes_makes_a_running_league(client, signed_in, club):
    MembershipFactory.create_batch(2, club=club)
    response = client.post(NEW, filled())
    season = Season.objects.get()
    assert response.url == season.get_absolute_url()
    assert season.is_running
    assert season.participants.count() == 3
    assert season.configuration == Configuration()


def test_a_season_with_groups_leads_to_its_groups(client, signed_in):
    response = client.post(NEW, filled(kind="groups"))
    assert response.url == reverse("leagues:groups", args=[Season.objects.get().address_key])


def test_a_scheme_with_rising_points_is_refused_at_its_field(client, signed_in):
    errors = errors_of(client.post(NEW, filled(values_4="1 2 3 5")))
    assert errors["values_4"] == ["A lower place must not bring more points than a higher one."]
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("values_3", "5 3", "Enter 3 numbers, one for each place; there are 2."),
        ("values_4", "five 3 2 1", "This is no number."),
        ("values_2", "0 0", "At least the first place must bring points."),
        ("relegated", "7", "More players would go up and down than a group has (7)."),
        ("group_size", "20", None),
        ("excluded_variants", ["penny_mobs:yes"], "This game has no such variant."),
    ],
)
def test_settings_that_cannot_be_are_told_at_their_field(client, signed_in, field, typed, message):
    errors = errors_of(client.post(NEW, filled(**{field: typed})))
    assert field in errors
    assert message is None or errors[field] == [message]


def test_a_tie_breaker_named_twice_is_told_at_the_second(client, signed_in):
    errors = errors_of(client.post(NEW, filled(tie_breaker_2="wins")))
    assert list(errors) == ["tie_breaker_2"]


def test_all_tie_breakers_in_an_order_of_ones_own(client, signed_in):
    wanted = [key for key in TIE_BREAKERS if key != "lot"][::-1]
    chosen = {f"tie_breaker_{number}": key for number, key in enumerate(wanted, start=1)}
    client.post(NEW, filled(**chosen))
    season = Season.objects.get()
    assert season.settings["rules"]["tie_breakers"] == [*wanted, "lot"]
    shown = client.get(reverse("leagues:edit_season", args=[season.address_key])).context["form"]
    assert {name: shown[name].value() for name in chosen} == chosen


def test_points_with_decimal_commas_and_other_separators(client, signed_in):
    client.post(NEW, filled(values_4="5,5 – 3 – 2 – 1", values_3="5, 3, 1", values_2="4,1"))
    values = Season.objects.get().settings["rules"]["values"]
    assert values["4"] == ["11/2", "3", "2", "1"]
    assert values["3"] == ["5", "3", "1"]
    assert values["2"] == ["4", "1"]


def test_the_last_day_before_the_first_is_told_at_its_field(client, signed_in):
    errors = errors_of(client.post(NEW, filled(starts_on="2026-05-01", ends_on="2026-04-01")))
    assert errors["ends_on"] == ["The last day is before the first."]


def test_everything_that_is_wrong_is_told_at_once(client, signed_in, league):
    """Fields, points, shape and days: nobody is sent back twice."""
    open_season(league=league, actor=signed_in)
    page = reverse("leagues:new_season", args=[league.address_key])
    wrong = {"values_4": "1 2 3 5", "promoted": "4", "relegated": "4", "minimum_games": "-1"}
    errors = errors_of(client.post(page, filled(name="", starts_on="2026-05-31", **wrong)))
    assert set(errors) == {"name", "values_4", "relegated", "minimum_games", "starts_on"}
    wrong |= {"starts_on": "2026-05-01", "ends_on": "2026-04-01"}
    errors = errors_of(client.post(NEW, filled(league_name="", **wrong)))
    assert set(errors) == {"league_name", "values_4", "relegated", "minimum_games", "ends_on"}


def test_a_season_does_not_overlap_with_itself(client, signed_in, league):
    season = open_season(league=league, actor=signed_in)
    page = reverse("leagues:edit_season", args=[season.address_key])
    sent = filled(name="Spring", starts_on="2026-03-02", ends_on="2026-05-30")
    assert client.post(page, sent).url == Season.objects.get().get_absolute_url()


def test_overlapping_seasons_of_a_league_are_refused_at_the_field(client, signed_in, league):
    open_season(league=league, actor=signed_in)
    page = reverse("leagues:new_season", args=[league.address_key])
    sent = filled(name="Season 2", starts_on="2026-05-31", ends_on="2026-08-31")
    errors = errors_of(client.post(page, sent))
    assert "overlap with “Season 1”" in errors["starts_on"][0]
    sent["starts_on"] = "2026-06-01"
    assert client.post(page, sent).status_code == 302


def test_two_leagues_of_a_club_may_run_side_by_side(club, organiser):
    for _ in range(2):
        open_season(actor=organiser, league=League.objects.create(club=club, name="L", system="glen_more_2"))
    assert Season.objects.count() == 2


def test_settings_come_back_as_they_were_stored(client, signed_in, league):
    season = open_season(league=league, actor=signed_in)
    page = reverse("leagues:edit_season", args=[season.address_key])
    sent = filled(
        name="Spring", starts_on="2026-03-01", ends_on="2026-05-31", values_4="9 4 2 1", best_games="8"
    )
    assert client.post(page, sent).status_code == 302
    season.refresh_from_db()
    shown = settings_values(season.configuration)
    assert (shown["values_4"], shown["best_games"]) == (["9", "4", "2", "1"], 8)
    changed = SeasonAuditRecord.objects.get(kind="changed").detail["changed"]
    assert changed["name"] == ["Season 1", "Spring"]
    assert changed["best_games"] == [None, 8]


def test_the_shape_of_playing_groups_stays(client, signed_in, league):
    season = group_season(league=league, actor=signed_in)
    page = reverse("leagues:edit_season", args=[season.address_key])
    sent = filled(name="Spring", starts_on="2026-03-01", ends_on="2026-05-31", group_size="9", promoted="0")
    assert client.post(page, sent).status_code == 302
    season.refresh_from_db()
    assert (season.kind, season.configuration.group_size, season.configuration.promoted) == ("groups", 5, 0)


# Groups


def test_groups_are_dealt_moved_and_started(client, signed_in, league):
    season = plan_season(actor=signed_in, league=league, details=details(kind="groups", enrolment="sign_up"))
    players = members(season, 8)
    for player in players:
        season.participants.create(player=player)
    home = reverse("leagues:groups", args=[season.address_key])
    client.post(reverse("leagues:deal", args=[season.address_key]))
    assert season.participants.exclude(group=None).count() == 8
    placed = {
        f"group-{player.public_id}": "1.1" if number < 4 else "2.1" for number, player in enumerate(players)
    }
    assert client.post(home, placed).status_code == 302
    assert set(season.participants.filter(group__division__level=1).values_list("player", flat=True)) == {
        player.pk for player in players[:4]
    }
    client.post(reverse("leagues:start", args=[season.address_key]))
    season.refresh_from_db()
    assert season.is_running
    assert Fixture.objects.filter(season=season).count() == 8


def test_before_groups_are_lost_and_before_a_season_starts_somebody_is_asked(client, signed_in, league):
    season = plan_season(actor=signed_in, league=league, details=details(kind="groups", enrolment="sign_up"))
    for player in members(season, 5):
        season.participants.create(player=player)
    deal, start = (reverse(f"leagues:{name}", args=[season.address_key]) for name in ("deal", "start"))
    client.post(deal)
    season.participants.filter(pk=season.participants.first().pk).update(group=None)
    assert "Groups made up already are lost." in client.get(deal).content.decode()
    page = client.get(start).content.decode()
    assert "One player is in no group and comes off the list." in page
    season.refresh_from_db()
    assert season.is_planned
    assert season.participants.exclude(group=None).count() == 4


def test_groups_dealt_by_mistake_follow_from_the_last_season_again(client, signed_in, league):
    first = group_season(players=8, size=4, league=league, actor=signed_in)
    refresh(first)
    first = close_season(actor=signed_in, season=first)
    following = details(
        name="Season 2",
        kind="groups",
        enrolment="sign_up",
        starts_on=date(2026, 6, 1),
        ends_on=date(2026, 8, 31),
        configuration=first.configuration,
    )
    planned = plan_next_season(actor=signed_in, season=first, details=following).season

    def levels():
        return dict(planned.participants.values_list("player_id", "group__division__level"))

    promoted = levels()
    deal, follow = (reverse(f"leagues:{name}", args=[planned.address_key]) for name in ("deal", "follow"))
    assert "Who went up or down after Season 1 does not count then." in client.get(deal).content.decode()
    client.post(deal)
    # The lot might deal the same groups again; these are other ones for sure.
    form_groups(actor=signed_in, season=planned, pyramid=[[sorted(promoted)]])
    assert levels() != promoted
    assert follow in client.get(reverse("leagues:groups", args=[planned.address_key])).content.decode()
    assert "Make up the groups from Season 1?" in client.get(follow).content.decode()
    client.post(follow)
    assert levels() == promoted


def test_without_a_season_before_there_is_nothing_to_follow(client, signed_in, league):
    season = plan_season(actor=signed_in, league=league, details=details(kind="groups"))
    follow = reverse("leagues:follow", args=[season.address_key])
    assert client.get(follow).status_code == 302
    client.post(follow)
    assert not season.divisions.exists()


@pytest.mark.parametrize("name", ["groups", "withdraw"])
def test_what_must_be_answered_is_not_called_optional(client, signed_in, league, name):
    if name == "groups":
        season = plan_season(actor=signed_in, league=league, details=details(kind="groups"))
        page = reverse("leagues:groups", args=[season.address_key])
    else:
        season = group_season(league=league, actor=signed_in)
        player = season.participants.first().player
        page = reverse("leagues:withdraw", args=[season.address_key, player.public_id])
    body = client.get(page).content.decode()
    assert "<select" in body or 'type="radio"' in body
    assert "optional" not in body


def test_a_player_sent_into_two_groups_is_told_at_their_field(client, signed_in, league):
    season = plan_season(actor=signed_in, league=league, details=details(kind="groups"))
    (player,) = members(season, 1)
    name = f"group-{player.public_id}"
    # Only groups that are offered can be chosen; deal first, so that there are two.
    client.post(reverse("leagues:deal", args=[season.address_key]))
    response = client.post(reverse("leagues:groups", args=[season.address_key]), {name: ["1.1", "2.1"]})
    assert errors_of(response)[name] == [f"{player.name} would be in two groups: choose one."]


# People


def test_a_withdrawal_with_open_games_asks_at_its_field(client, signed_in, league):
    season = group_season(league=league, actor=signed_in)
    participant = season.participants.select_related("player").first()
    page = reverse("leagues:withdraw", args=[season.address_key, participant.player.public_id])
    errors = errors_of(client.post(page, {}))
    assert "Say what becomes of them." in errors["open_games"][0]
    assert client.post(page, {"open_games": "cancel"}).status_code == 302
    participant.refresh_from_db()
    assert participant.is_withdrawn


def test_joining_and_leaving_by_oneself(client, league, organiser, club):
    season = open_season(league=league, actor=organiser, enrolment="sign_up")
    account = member_of(club)
    client.force_login(account)
    client.post(reverse("leagues:join", args=[season.address_key]))
    assert Participant.objects.filter(season=season, player=account.player, withdrawn_on=None).exists()
    page = reverse("leagues:withdraw", args=[season.address_key, account.player.public_id])
    assert client.post(page).status_code == 302
    assert not Participant.objects.filter(season=season, withdrawn_on=None).exists()


def test_new_members_come_onto_lists_for_everybody(league, organiser, club):
    season = open_season(league=league, actor=organiser)
    newcomer = member_of(club)
    assert season.participants.filter(player=newcomer.player).exists()


def test_closing_and_reopening_on_the_site(client, league, organiser, club):
    season = open_season(league=league, actor=organiser)
    client.force_login(organiser)
    client.post(reverse("leagues:close", args=[season.address_key]))
    season.refresh_from_db()
    assert season.is_closed
    assert client.get(reverse("leagues:reopen", args=[season.address_key])).status_code == 403
    client.force_login(member_of(club, Role.OWNER))
    client.post(reverse("leagues:reopen", args=[season.address_key]))
    season.refresh_from_db()
    assert season.is_running


def test_the_next_season_begins_the_day_after(client, signed_in, league):
    season = open_season(league=league, actor=signed_in)
    client.post(reverse("leagues:close", args=[season.address_key]))
    form = client.get(reverse("leagues:next_season", args=[season.address_key])).context["form"]
    assert form["starts_on"].value() == date(2026, 6, 1)
    assert form["name"].value() == "Season 2"
