"""What people do with the third game: record, correct and confirm it, take it along, compete in it."""

import json
from datetime import date

import pytest
from django.core.management import call_command
from django.urls import reverse

from caledonia_site.common.jobs.rebuild import rebuild
from games.clubs.enums import Role
from games.exchange.enums import ImportState, News, UnknownNames
from games.exchange.models import Delivery
from games.exchange.services.imports import run_import
from games.exchange.services.webhooks import add_webhook
from games.results.enums import GameState
from games.results.models import ClubConfirmation, Draft, Game
from games.results.services.results import Circumstances, Person
from scoring.__main__ import main
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of, members_of
from tests.factories.events import DAY, event_of, posted_round, refresh_event
from tests.factories.games import recorded_game
from tests.factories.leagues import LeagueFactory, group_season, refresh
from tests.factories.people import GuestFactory, PlayerFactory
from tests.games.exchange.conftest import imported
from tests.games.exchange.test_round_trip import ratings, results
from tests.games.results.api.conftest import client_of
from tests.games.sheets.posting import new_address, posted_sheet
from tests.games.stats.helpers import refresh_statistics
from tests.games.systems.with_toy.conftest import SYSTEM, curling_sheet
from tests.tournaments.events.web.test_organising_setup import sent
from tests.tournaments.leagues.web.test_setting_up import filled
from tournaments.events.models import Event, StageStandingsRow
from tournaments.events.services.draws import draw_setup
from tournaments.events.web.organise.setup_forms import settings_values
from tournaments.leagues.models import Season

pytestmark = pytest.mark.django_db

NEW = new_address(SYSTEM)
RINKS = ("braemar_rink", "kelso_rink", "leith_rink", "perth_rink")


@pytest.fixture
def club():
    return ClubFactory(name="Leith Traders", slug="leith-traders")


def totals(game):
    return [(seat.total, seat.rank, seat.faction) for seat in game.seats.order_by("index")]


def sheet_of_four():
    """10, 8, 6 and 4 VP."""
    return {
        "options": {"ice_kind": "soft_ice"},
        "seats": [
            {
                "home_rink": rink,
                "throw_order": index + 1,
                "rounds": {"first_end": {"near_stones": 5 - index}, "last_end": {"near_stones": 5 - index}},
            }
            for index, rink in enumerate(RINKS)
        ],
    }


class TestRecording:
    @pytest.mark.parametrize(
        ("language", "recorded", "line"),
        [
            ("en", "The game is recorded.", "Stones near the button"),
            ("fr", "La partie est enregistrée.", "Pierres près du bouton"),
            ("pt-br", "A partida foi registrada.", "Pedras perto do botão"),
        ],
    )
    def test_by_the_page(self, client, language, recorded, line):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        page = client.get(f"{NEW}?human=2").content.decode()
        assert line in page
        answer = client.post(NEW, posted_sheet(curling_sheet(), "Ailsa", "Rory", action="record"))
        game = Game.objects.get()
        assert totals(game) == [(13, 1, "kelso_rink"), (7, 2, "perth_rink")]
        shown = client.get(answer.url).content.decode()
        assert recorded in shown
        assert line in shown

    def test_with_a_bot(self, client):
        sheet = curling_sheet()
        sheet["seats"][1] |= {"kind": "snow_bot"}
        client.post(NEW, posted_sheet(sheet, "Ailsa", action="record"))
        assert "Snowman" in client.get(Game.objects.get().get_absolute_url()).content.decode()

    def test_what_is_unusual_is_asked_about(self, client):
        sheet = curling_sheet()
        sheet["seats"][0]["rounds"]["last_end"]["near_stones"] = 12
        data = posted_sheet(sheet, "Ailsa", "Rory", action="record")
        answer = client.post(NEW, data)
        assert answer.status_code == 422
        assert "12 is more than usual" in answer.content.decode()
        client.post(NEW, data | {"warnings_confirmed": answer.context["warnings_key"]})
        assert totals(Game.objects.get())[0] == (21, 1, "kelso_rink")

    def test_mistakes_are_told_in_words(self, client):
        sheet = curling_sheet()
        sheet["seats"][1]["home_rink"] = "kelso_rink"
        answer = client.post(NEW, posted_sheet(sheet, "Ailsa", "Rory", action="record"))
        assert answer.status_code == 422
        assert "Ailsa already has this." in answer.content.decode()

    def test_a_sheet_is_kept_and_gone_on_with(self, client):
        client.force_login(PlayerFactory().account)
        fields = posted_sheet(curling_sheet(), "Ailsa", "Rory", action="draft")
        assert client.post(NEW, fields).url == "/score/drafts/"
        assert "Curling on the loch" in client.get("/score/drafts/").content.decode()
        assert client.get(f"{NEW}?draft={Draft.objects.get().idempotency_key}").status_code == 200
        assert client.post(NEW, fields | {"action": "record"}).status_code == 302
        assert not Draft.objects.exists()

    def test_the_score_so_far_is_told_while_people_type(self, client):
        sheet = curling_sheet()
        del sheet["seats"][1]["rounds"]["last_end"]
        answer = client.post(
            reverse("games:preview", args=[SYSTEM]),
            {"sheet": sheet, "names": ["Ailsa", "Rory"]},
            content_type="application/json",
            headers={"accept-language": "fr"},
        ).json()
        assert answer["seats"][0]["total"] == 13
        assert "seats[1].rounds.last_end.near_stones" in answer["missing"]
        assert answer["notes"] == ["La glace du jour : Glace vive."]
        assert answer["seats"][0]["lines"][0]["sentence"] == "3 pierres près du bouton, 1 PV chacune."

    def test_by_the_api_and_corrected_there(self, club):
        account = member_of(club, Role.SCOREKEEPER)
        client = client_of(account)
        rules = client.get(f"/api/v1/rulesets/{SYSTEM}/").data
        assert rules["version"] == "3"
        body = {"sheet": curling_sheet(), "played_on": "2026-05-02", "people": [{"name": "A"}, {"name": "B"}]}
        answer = client.post(
            "/api/v1/games/", body | {"system": SYSTEM, "club": club.public_id}, format="json"
        )
        assert answer.status_code == 201, answer.data
        assert answer.data["seats"][0]["lines"]["trick_shots"] == {"quantity": 2, "vp": 4}
        address = f"/api/v1/games/{answer.data['public_id']}/"
        mark = client.get(f"{address}sheet/").headers["ETag"]
        body["sheet"]["seats"][1]["toddy_cups"] = 9
        changed = client.put(f"{address}sheet/", body, format="json", headers={"If-Match": mark})
        assert changed.status_code == 200, changed.data
        assert [seat["total"] for seat in client.get(address).data["seats"]] == [13, 15]
        assert client.get(f"{address}history/").status_code == 200

    def test_corrected_on_its_sheet_and_told_in_its_history(self, client, club):
        account = member_of(club, Role.SCOREKEEPER, name="Una Hay")
        game = recorded_game(
            Person(player=account.player),
            Person(name="Rory"),
            system=SYSTEM,
            sheet=curling_sheet(),
            club=club,
            recorder=account,
        )
        client.force_login(account)
        sheet = curling_sheet()
        sheet["seats"][1]["rounds"]["first_end"]["near_stones"] = 8
        data = posted_sheet(sheet, "Una Hay", "Rory", action="record", expected_version=1, club=club.slug)
        assert client.post(f"/games/{game.public_id}/edit/", data).status_code == 302
        assert totals(game) == [(13, 1, "kelso_rink"), (10, 2, "perth_rink")]
        history = client.get(f"/games/{game.public_id}/history/").content.decode()
        assert "Stones near the button" in history
        assert "near_stones" not in history

    def test_entered_without_a_club_and_taken_into_one(self, client, club):
        account = member_of(club, Role.SCOREKEEPER)
        client.force_login(account)
        answer = client.post(NEW, posted_sheet(curling_sheet(), "Ailsa", "Rory", action="record"))
        game = Game.objects.get()
        assert answer.url == game.get_absolute_url()
        page = client.get(reverse("games:save", args=[game.public_id]))
        assert (page.status_code, page.context["club"]) == (200, club)

    def test_confirmed_by_those_who_sat_there(self, client, club):
        ClubConfirmation.objects.create(club=club, rule="all")
        ailsa, rory = members_of(club, 2)
        game = recorded_game(
            Person(player=ailsa),
            Person(player=rory),
            system=SYSTEM,
            sheet=curling_sheet(),
            club=club,
            recorder=ailsa.account,
        )
        client.force_login(rory.account)
        client.post(f"{game.get_absolute_url()}confirm/", {"version": 1})
        game.refresh_from_db()
        assert game.state == GameState.CONFIRMED


def test_the_engine_alone_scores_its_example(capsys, tmp_path):
    assert main(["example", SYSTEM]) == 0
    (tmp_path / "sheet.json").write_text(capsys.readouterr().out)
    assert main(["score", str(tmp_path / "sheet.json")]) == 0
    assert "seats[0] human: place 1, 11 VP" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
class TestFiles:
    @pytest.fixture
    def home(self, club):
        players = [
            MembershipFactory(club=club, player=GuestFactory(name=name)).player for name in ("Ailsa", "Rory")
        ]
        for day in (2, 9):
            recorded_game(
                *(Person(player=player) for player in players),
                sheet=curling_sheet(),
                system=SYSTEM,
                club=club,
                circumstances=Circumstances(played_on=date(2026, 5, day), notes="Close"),
            )
        list(rebuild(topic="ratings"))
        return club

    @pytest.mark.parametrize("form", ["jsonl", "csv", "xlsx", "bgstats"])
    def test_nothing_is_lost_on_the_way(self, client, home, form):
        client.force_login(member_of(home, Role.SCOREKEEPER))
        answer = client.get(f"/export/games.{form}?club={home.slug}")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        away = ClubFactory()
        batch = imported(member_of(away, Role.SCOREKEEPER), away, content, filename=f"games.{form}")
        run_import(actor=batch.account, batch=batch, takes_doubtful=False, unknown_names=UnknownNames.GUESTS)
        batch.refresh_from_db()
        assert batch.state == ImportState.DONE
        list(rebuild(topic="ratings"))
        assert results(away) == results(home)
        assert ratings(away) == ratings(home) != []

    def test_a_table_to_fill_in_can_be_read_again(self, client, club):
        account = member_of(club, Role.SCOREKEEPER)
        client.force_login(account)
        table = client.get(reverse("exchange:template", args=[SYSTEM]))
        batch = imported(account, club, table.content, filename="table.csv")
        assert batch.rows.count() == 1

    def test_other_programs_names_are_understood(self, club):
        """The sheet of BG Stats, the bot's name, and a rink with a word before it."""
        uuids = {"Ailsa": "u-1", "Snowman": "u-2"}
        rows = [
            {"id": "Near stones", "scores": {"u-1": 7, "u-2": 6}},
            {"id": "Trick shots", "scores": {"u-1": 4, "u-2": 0}},
        ]
        content = {
            "games": [{"id": 1, "name": "Loch Curling", "bggId": 9_999_999}],
            "players": [{"id": n, "uuid": u, "name": name} for n, (name, u) in enumerate(uuids.items(), 1)],
            "plays": [
                {
                    "uuid": "p-1",
                    "gameRefId": 1,
                    "playDate": "2026-05-02 20:00:00",
                    "playerScores": [
                        {"playerRefId": 1, "score": "11", "role": "Rink Kelso"},
                        {"playerRefId": 2, "score": "6", "role": "Perth"},
                    ],
                    "scoreSheet": json.dumps({"groups": [{"rows": rows}]}),
                }
            ],
        }
        batch = imported(member_of(club, Role.SCOREKEEPER), club, json.dumps(content).encode())
        run_import(actor=batch.account, batch=batch, takes_doubtful=True, unknown_names=UnknownNames.GUESTS)
        game = Game.objects.get()
        seats = list(game.seats.order_by("index"))
        assert [(seat.total, seat.faction, seat.is_bot) for seat in seats] == [
            (11, "kelso_rink", False),
            (6, "perth_rink", True),
        ]
        assert {key: vp for key, (_quantity, vp) in seats[0].lines.items()} == {
            "near_stones": 7,
            "trick_shots": 4,
        }

    def test_programs_are_told(self, club, settings):
        settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
        add_webhook(
            actor=member_of(club, Role.ORGANISER),
            club=club,
            url="http://127.0.0.1:9/news",
            news=[News.SUBMITTED, News.CONFIRMED],
        )
        recorded_game(system=SYSTEM, sheet=curling_sheet(), club=club)
        assert SYSTEM in json.dumps(Delivery.objects.first().body)


class TestDemo:
    def test_the_demo_has_games_of_it(self):
        call_command("seed_demo", games=60)
        refresh_statistics()
        assert Game.objects.filter(system=SYSTEM).count() > 5


class TestCompetitions:
    def test_a_league_is_set_up_and_played_from_its_schedule(self, client, club):
        organiser = member_of(club, Role.ORGANISER)
        client.force_login(organiser)
        answer = client.post("/clubs/leith-traders/leagues/new/", filled(system=SYSTEM))
        assert answer.url == Season.objects.get().get_absolute_url()
        season = group_season(
            players=4, size=4, league=LeagueFactory(club=club, system=SYSTEM), actor=organiser
        )
        fixture = season.fixtures.first()
        sheet = client.get(f"{NEW}?prepared=league:{fixture.public_id}").content.decode()
        assert 'value="1" selected' in sheet
        names = [seat.participant.player.name for seat in fixture.seats.order_by("index")]
        data = posted_sheet(sheet_of_four(), *names, action="record", played_on="2026-04-01")
        data |= {"club": club.slug, "prepared": f"league:{fixture.public_id}"}
        assert client.post(NEW, data).status_code == 302
        refresh(season)
        address = season.get_absolute_url()
        for page in ("", "race/", "honours/", "schedule/", "outlook/"):
            assert client.get(f"{address}{page}").status_code == 200, page
        assert "Kelso" in client.get(f"{address}honours/").content.decode()

    def test_a_tournament_is_set_up_drawn_played_and_taken_along(self, client, club):
        organiser = member_of(club, Role.ORGANISER)
        client.force_login(organiser)
        event = event_of(players=8, club=club, actor=organiser, system=SYSTEM)
        page = reverse("events:settings", args=[event.address_key])
        values = sent(settings_values(event)) | {"setup_fields": ["drawn_shots"], "setup_offer": "3"}
        assert "Shots of the day" in client.get(page).content.decode()
        assert client.post(page, values | {"setup_expansions": "on"}).status_code == 302
        event = Event.objects.get(pk=event.pk)
        event.run_by = organiser
        made = posted_round(event)
        draw_setup(actor=organiser, event=event, number=made.number)
        for table in made.tables.order_by("number"):
            self.play(client, club, table)
        refresh_event(event)
        assert StageStandingsRow.objects.filter(games=1).count() == 8
        shown = client.get(reverse("events:round", args=[event.address_key, 1])).content.decode()
        assert "drawn_shots" not in shown
        assert any(name in shown for name in ("Hit and roll", "Long guard", "Double takeout", "Black ice"))
        for form in ("results_csv", "results_json", "results_pdf", "standings", "slips"):
            assert client.get(reverse(f"events:{form}", args=self.of(event, form))).status_code == 200, form

    def of(self, event, form):
        return [event.address_key, 1] if form == "slips" else [event.address_key]

    def play(self, client, club, table):
        prefilled = client.get(f"{NEW}?prepared=event:{table.public_id}")
        assert prefilled.status_code == 200
        names = [seat.participant.player.name for seat in table.seats.order_by("index")]
        data = posted_sheet(sheet_of_four(), *names, action="record", played_on=DAY.isoformat())
        data |= {"club": club.slug, "prepared": f"event:{table.public_id}"}
        answer = client.post(NEW, data)
        assert answer.status_code == 302, answer.context["form"].errors

    def test_the_api_makes_a_tournament(self, club):
        client = client_of(member_of(club, Role.ORGANISER))
        body = {
            "club": club.public_id,
            "system": SYSTEM,
            "name": "Bonspiel",
            "starts_on": "2026-05-02",
            "ends_on": "2026-05-02",
            "stages": [{"kind": "swiss", "rounds": 2}],
        }
        answer = client.post("/api/v1/tournaments/", body, format="json")
        assert answer.status_code == 201, answer.data
