"""Setting up a tournament: a choice of formats, then whatever one wants to change."""

import pytest
from django.urls import reverse

from games.clubs.enums import Role
from tests.factories.clubs import member_of
from tests.factories.events import event_of, play_round
from tournaments.events.configuration import EventConfiguration
from tournaments.events.models import Event
from tournaments.events.web.organise.setup_forms import PRESETS, settings_values
from tournaments.events.web.organise.stage_forms import stage_values
from tournaments.formats.stages import Kind, Stage
from tournaments.pairing.request import Weights

NEW = "/clubs/leith-traders/tournaments/new/"
FIRST = {
    "name": "Spring Cup",
    "system": "clans_of_caledonia",
    "starts_on": "2026-05-02",
    "ends_on": "2026-05-03",
    "preset": "swiss_final",
    "rounds": "4",
    "admission": "members",
    "needs_check_in": "on",
}


def sent(values, prefix=""):
    """What a browser sends for a form that shows these values."""
    found = {}
    for name, value in values.items():
        if value is True:
            found[prefix + name] = "on"
        elif isinstance(value, list):
            found[prefix + name] = value if name == "setup_fields" else " ".join(value)
        elif value is not None and value is not False:
            found[prefix + name] = str(value)
    return found


def saved_settings(client, event, **changes):
    """The settings as the page shows them, with some changed; a box that is not named is not ticked."""
    values = sent(settings_values(event)) | {"shows_names": ""} | changes
    response = client.post(reverse("events:settings", args=[event.address_key]), values)
    assert response.status_code == 302


def stages_sent(event, *stages, **more):
    found = {"version": event.version, "do": "save"}
    for index, stage in enumerate(stages):
        found |= sent(stage_values(stage), f"stage-{index}-")
    return found | more


@pytest.mark.parametrize("preset", PRESETS)
def test_every_format_makes_a_tournament(client, signed_in, club, preset, address):
    response = client.post(NEW, FIRST | {"preset": preset, "rounds": "5"})
    event = Event.objects.get()
    assert response.url == address(event, "run")
    stages = [one.stage for one in event.stages.order_by("number")]
    assert stages == list(PRESETS[preset].of_rounds(5))
    assert client.get(response.url).status_code == 200


def test_what_is_wrong_is_told_at_once_at_its_field(client, signed_in, club):
    wrong = {"name": "", "ends_on": "2026-05-01", "rounds": "99", "cap": "1"}
    errors = client.post(NEW, FIRST | wrong).context["form"].errors
    assert set(errors) == {"name", "ends_on", "rounds", "cap"}
    assert not Event.objects.exists()


def test_settings_are_shown_and_saved(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in)
    values = sent(settings_values(event)) | {
        "name": "Summer Cup",
        "weight_repeat": "2000",
        "setup_fields": ["scoring_tiles"],
        "setup_offer": "6",
        "round_minutes": "90",
    }
    assert client.get(address(event, "settings")).status_code == 200
    assert client.post(address(event, "settings"), values).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.round_minutes, event.version) == ("Summer Cup", 90, 2)
    wanted = event.configuration
    assert wanted.weights == Weights(repeat=2000)
    assert (wanted.setup.fields, wanted.setup.offer) == (("scoring_tiles",), 6)


def test_the_form_as_it_comes_changes_nothing(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in)
    client.post(address(event, "settings"), sent(settings_values(event)))
    event.refresh_from_db()
    assert event.version == 1
    assert event.configuration == EventConfiguration()


def test_settings_that_cannot_be_stand_at_their_fields(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in, players=3)
    values = sent(settings_values(event)) | {"cap": "2", "setup_offer": "99"}
    errors = client.post(address(event, "settings"), values).context["form"].errors
    assert set(errors) == {"setup_offer"}
    values["setup_offer"] = "4"
    errors = client.post(address(event, "settings"), values).context["form"].errors
    assert errors["cap"] == ["3 players have a place already."]


def test_glen_more_has_no_set_up_to_draw(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in, system="glen_more_2")
    form = client.get(address(event, "settings")).context["form"]
    assert not [name for name in form.fields if name.startswith("setup")]


def test_of_two_organisers_the_second_sees_what_happened_and_loses_nothing(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in)
    mine = sent(settings_values(event)) | {"name": "My Cup", "place": "Leith"}
    other = member_of(club, Role.ORGANISER, name="Other Organiser")
    client.force_login(other)
    client.post(address(event, "settings"), sent(settings_values(event)) | {"name": "Their Cup"})
    client.force_login(signed_in)
    response = client.post(address(event, "settings"), mine)
    event.refresh_from_db()
    page = response.content.decode()
    assert event.name == "Their Cup"
    assert "Another organiser changed the tournament meanwhile" in page
    assert "Other Organiser" in page
    assert 'value="My Cup"' in page
    assert "Now: Their Cup" in page
    again = mine | {"version": str(event.version)}
    assert f'value="{event.version}"' in page
    client.post(address(event, "settings"), again)
    event.refresh_from_db()
    assert (event.name, event.place) == ("My Cup", "Leith")


def test_stages_are_saved(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in)
    wanted = (Stage(kind=Kind.SWISS, rounds=3, advance=8), Stage(kind=Kind.KNOCKOUT))
    assert client.post(address(event, "stages"), stages_sent(event, *wanted)).status_code == 302
    assert [one.stage.kind for one in event.stages.order_by("number")] == [Kind.SWISS, Kind.KNOCKOUT]


def test_adding_moving_and_taking_away_stages_saves_nothing_yet(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in)
    page = address(event, "stages")
    one, two = Stage(kind=Kind.SWISS, rounds=3, advance=4), Stage(kind=Kind.FINAL, rounds=2)
    typed = stages_sent(event, one, two)

    def kinds(do):
        response = client.post(page, typed | {"do": do})
        return [(block["kind"].value(), str(block["rounds"].value())) for block in response.context["blocks"]]

    assert kinds("add") == [("swiss", "3"), ("final", "2"), ("final", "1")]
    assert kinds("up:1") == [("final", "2"), ("swiss", "3")]
    assert kinds("down:0") == [("final", "2"), ("swiss", "3")]
    assert kinds("remove:0") == [("final", "2")]
    assert kinds("remove:77") == [("swiss", "3"), ("final", "2")]
    assert event.stages.count() == 1


def test_all_mistakes_of_all_stages_are_told(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in)
    page = address(event, "stages")
    stages = (Stage(kind=Kind.GROUPS, advance=4), Stage(kind=Kind.FINAL))
    typed = stages_sent(event, *stages) | {"stage-0-values_4": "1 2 3 5", "stage-1-rounds": "0"}
    first, second = client.post(page, typed).context["blocks"]
    assert set(first.errors) == {"values_4"}
    assert set(second.errors) == {"rounds"}
    typed = stages_sent(event, Stage(kind=Kind.SWISS, rounds=2), Stage(kind=Kind.FINAL))
    first, _ = client.post(page, typed).context["blocks"]
    assert first.errors["advance"] == ["A stage follows: at least 2 must go on to it."]


def test_a_stage_that_has_begun_keeps_its_form_but_may_get_another_round(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in, players=4)
    play_round(event)
    event.refresh_from_db()
    page = address(event, "stages")
    client.post(page, stages_sent(event, Stage(kind=Kind.HEATS, rounds=4)))
    assert event.stages.get().stage.kind == Kind.SWISS
    assert client.post(page, stages_sent(event, Stage(kind=Kind.SWISS, rounds=5))).status_code == 302
    assert event.stages.get().stage.rounds == 5


def test_stages_changed_by_somebody_else_are_shown_beside_what_was_typed(client, signed_in, club, address):
    event = event_of(club=club, actor=signed_in)
    typed = stages_sent(event, Stage(kind=Kind.SWISS, rounds=7))
    Event.objects.filter(pk=event.pk).update(version=2)
    response = client.post(address(event, "stages"), typed)
    page = response.content.decode()
    assert event.stages.get().stage.rounds == 4
    assert "Another organiser changed the tournament meanwhile" in page
    assert "4 rounds" in page
    assert response.context["blocks"][0]["rounds"].value() == "7"
    assert response.context["version"] == 2
