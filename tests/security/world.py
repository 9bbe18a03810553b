"""A club with one of everything, and everybody who may want to look at it."""

import json
from dataclasses import dataclass, field
from decimal import Decimal
from http.cookies import SimpleCookie
from io import BytesIO
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from PIL import Image

from caledonia_site.common.jobs.rebuild import rebuild
from games.clubs.enums import Role
from games.clubs.selectors.meetings import meeting_mail_address
from games.clubs.services.guests import merge_club_players
from games.clubs.services.members import leave_club
from games.exchange.services.feeds import make_feed_key
from games.exchange.services.imports import start_import
from games.exchange.services.webhooks import add_webhook
from games.joint_sheets.services.sheets import open_sheet
from games.joint_sheets.slips import slip_address
from games.results.services.drafts import save_draft
from games.results.services.photos import attach_photo
from games.results.services.proofs import table_token, token_for
from games.results.services.results import Person
from games.sheets.rules import rules_digest, words_digest
from games.tokens.enums import TokenScope
from games.tokens.services import create_token
from tests.factories.clubs import (
    ClubFactory,
    GuestMembershipFactory,
    InvitationFactory,
    JoinRequestFactory,
    MeetingFactory,
    MembershipFactory,
    PlayerAliasFactory,
    member_of,
)
from tests.factories.events import event_of, posted_round, refresh_event
from tests.factories.games import keeper, recorded_game, two_seats
from tests.factories.leagues import LeagueFactory, group_season, refresh
from tests.factories.people import PlayerFactory
from tests.games.exchange.conftest import bgstats_file
from tests.games.stats.helpers import refresh_statistics
from tests.security.addresses import Address
from tournaments.events.enums import SeatingRuleKind
from tournaments.events.selectors.events import stop_mail_address
from tournaments.events.services.adjustments import adjust_points as adjust_event_points
from tournaments.events.services.events import renew_screen_link
from tournaments.events.services.requests import add_seating_rule, write_note
from tournaments.leagues.selectors.schedule import opt_out_address
from tournaments.leagues.services.adjustments import adjust_points

# "player" is a member who sat at the game, plays in the season and in the tournament; the others did not.
INSIDE = ("member", "player", "scorekeeper", "organiser", "owner", "staff")
OUTSIDE = ("visitor", "stranger", "former member")


@dataclass
class World:
    visibility: str = "public"
    names: dict[str, str] = field(default_factory=dict)
    """What to call people and things, for tests of hostile names."""
    system: str = "clans_of_caledonia"
    faction: str = "campbell"
    sheet: dict[str, Any] = field(default_factory=two_seats)
    """Of two people."""

    def __post_init__(self) -> None:
        self._people()
        self._club()
        self._game()
        self._league()
        self._tournament()
        self._personal()
        for topic in ("ratings",):
            list(rebuild(topic=topic))
        refresh_statistics()

    def called(self, kind: str, otherwise: str) -> str:
        return self.names.get(kind, otherwise)

    def _people(self) -> None:
        self.club = ClubFactory(
            name=self.called("club", "Leith Traders"),
            slug=self.called("slug", "leith-traders"),
            visibility=self.visibility,
        )
        owner = member_of(self.club, Role.OWNER)
        self.accounts = {
            "member": member_of(self.club),
            "player": member_of(self.club, name=self.called("player", "Una Hay")),
            "scorekeeper": member_of(self.club, Role.SCOREKEEPER),
            "organiser": member_of(self.club, Role.ORGANISER),
            "owner": owner,
            "staff": PlayerFactory(account__is_staff=True, account__is_superuser=True).account,
            "stranger": PlayerFactory().account,
            "former member": member_of(self.club),
        }
        leave_club(actor=self.accounts["former member"], club=self.club)
        self.player = self.accounts["player"].player
        self.clients = {"visitor": Client(raise_request_exception=False)}
        for kind, account in self.accounts.items():
            self.clients[kind] = Client(raise_request_exception=False)
            self.clients[kind].force_login(account)
            EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
        # An answer may end a session; the next question comes with the old one again.
        self._cookies = {
            kind: {name: cookie.value for name, cookie in client.cookies.items()}
            for kind, client in self.clients.items()
        }

    def _club(self) -> None:
        organiser = self.accounts["organiser"]
        self.guest = GuestMembershipFactory(
            club=self.club, player__name=self.called("guest", "Rory Kerr")
        ).player
        self.spelling = PlayerAliasFactory(
            club=self.club, player=self.guest, spelling=self.called("spelling", "Rors")
        )
        self.other_member = MembershipFactory(club=self.club, player=PlayerFactory()).player
        self.requester = JoinRequestFactory(club=self.club).player
        self.invitation = InvitationFactory(club=self.club)
        self.club_meeting = MeetingFactory(club=self.club, title=self.called("club event", "Club night"))
        double = GuestMembershipFactory(club=self.club).player
        self.merge = merge_club_players(actor=organiser, source=double, target=self.guest)
        self.webhook = add_webhook(actor=organiser, club=self.club, url="https://example.org/news", news=[])

    def _game(self) -> None:
        self.game = recorded_game(
            Person(player=self.player),
            Person(player=self.guest),
            club=self.club,
            recorder=self.accounts["scorekeeper"],
            system=self.system,
            sheet=self.sheet,
        )
        picture = BytesIO()
        Image.new("RGB", (8, 8)).save(picture, "JPEG")
        attach_photo(
            actor=keeper(), game=self.game, upload=SimpleUploadedFile("sheet.jpg", picture.getvalue())
        )
        self.seat_token = token_for(self.game.seats.get(index=1), self.game)
        self.table_token = table_token(self.game, shown_by=None)

    def _league(self) -> None:
        organiser = self.accounts["organiser"]
        self.league = LeagueFactory(
            club=self.club, name=self.called("league", "Winter league"), system=self.system
        )
        self.season = group_season(
            players=4,
            size=4,
            league=self.league,
            actor=organiser,
            name=self.called("season", "First season"),
        )
        participant = self.season.participants.first()
        participant.player = self.player
        participant.save()
        self.fixture = self.season.fixtures.first()
        self.adjustment = adjust_points(
            actor=organiser, season=self.season, player=self.player, points=Decimal(1), reason="Hospitality"
        )
        refresh(self.season)

    def _tournament(self) -> None:
        organiser = self.accounts["organiser"]
        self.event = event_of(
            players=4,
            club=self.club,
            actor=organiser,
            name=self.called("tournament", "Spring Cup"),
            system=self.system,
        )
        self.event.screen_key = renew_screen_link(actor=organiser, event=self.event).screen_key
        self.participant = self.event.participants.last()
        self.participant.player = self.player
        self.participant.save()
        one, other = self.event.participants.order_by("pk")[:2]
        self.first_participants = (one.public_id, other.public_id)
        self.wish = add_seating_rule(
            actor=organiser, event=self.event, first=one, second=other, kind=SeatingRuleKind.TOGETHER
        )
        self.round = posted_round(self.event)
        self.table = self.round.tables.first()
        self.note = write_note(actor=organiser, event=self.event, text=self.called("note", "Calm"))
        self.event_points = adjust_event_points(
            actor=organiser,
            stage=self.event.stages.first(),
            participant=self.participant,
            points="1",
            reason=self.called("reason", "Hospitality"),
        )
        refresh_event(self.event)

    def _personal(self) -> None:
        """What belongs to the scorekeeper alone."""
        keeper = self.accounts["scorekeeper"]
        self.token, self.token_secret = create_token(actor=keeper, name="Phone", scope=TokenScope.WRITE)
        self.feed_key, self.feed_secret = make_feed_key(actor=keeper, club=self.club)
        self.draft = save_draft(
            actor=keeper,
            idempotency_key=uuid4(),
            system=self.system,
            content={"fields": {}},
            expected_revision=0,
        )
        self.joint_sheet = open_sheet(
            actor=keeper,
            device="a phone",
            system=self.system,
            entry_key=uuid4(),
            fields={"seats[0].kind": ["human"], "seats[0].player": [self.called("player", "Una Hay")]},
        )
        self.import_ = start_import(
            actor=keeper,
            club=self.club,
            filename="export.json",
            content=bgstats_file(("g-1", "2026-04-01", (84, 64)), system=self.system),
        )

    def values(self, address: Address) -> dict[str, Any]:
        """What stands in the address, from the things of this world."""
        area = address.key.partition(":")[0]
        found = {
            "slug": self.club.slug,
            "player_id": self.guest.public_id,
            "meeting_id": self.club_meeting.public_id,
            "invitation_id": self.invitation.public_id,
            "merge_id": self.merge.public_id,
            "adjustment_id": self.adjustment.public_id,
            "fixture_id": self.fixture.public_id,
            "entry_id": self.participant.public_id,
            "table_id": self.table.public_id,
            "wish_id": self.wish.pk,
            "note_id": self.note.pk,
            "door_key": self.event.door_key,
            "screen_key": self.event.screen_key,
            "idempotency_key": self.draft.idempotency_key,
            "index": 0,
            "number": 1,
            "pk": 1,
            "system": self.system,
            "scope": f"club:{self.club.public_id}",
            "other": self.guest.public_id,
            "faction": self.faction,
            "chart": "scores",
            "table": "lines",
            "form": "csv",
            "public_id": self.game.public_id,
        }
        if area in {"players", "ratings"}:
            found["key"] = self.player.address_key
        if area == "leagues":
            found["key"] = (self.league if address.route.startswith("leagues/") else self.season).address_key
            found["player_id"] = self.player.public_id
        if area == "events":
            found |= {"key": self.event.address_key, "adjustment_id": self.event_points.pk}
        if area == "joint":
            found |= {"key": self.joint_sheet.key, "code": self.joint_sheet.code}
        if area == "exchange":
            found["public_id"] = self.import_.public_id
        if area == "api":
            found["public_id"] = self._api_id(address)
        return found | self._particular(address)

    def _api_id(self, address: Address) -> str:
        thing = {
            "games": self.game,
            "imports": self.import_,
            "clubs": self.club,
            "players": self.player,
            "ratings": self.player,
            "leagues": self.league,
            "seasons": self.season,
            "tournaments": self.event,
        }.get(address.route.split("/")[2])
        return thing.public_id if thing else ""

    def _particular(self, address: Address) -> dict[str, Any]:
        """Where one address wants another thing than its neighbours."""
        match address.key:
            case "clubs:invitation":
                return {"token": self.invitation.token}
            case "clubs:event_mail":
                return {"token": meeting_mail_address(self.accounts["player"]).split("/")[-2]}
            case "leagues:stop_reminders":
                return {"token": opt_out_address(self.accounts["player"]).split("/")[-2]}
            case "games:mine":
                return {"token": self.seat_token}
            case "games:table":
                return {"token": self.table_token}
            case "games:table_seat":
                return {"token": self.table_token, "index": 1}
            case "games:personal_link" | "games:free_seat":
                # Of the guest: an account has no link.
                return {"index": 1}
            case "events:stop_mail":
                return {"token": stop_mail_address(self.participant).split("/")[-2]}
            case "joint:slip":
                return {"token": slip_address(f"event:{self.table.public_id}").split("/")[-2]}
            case "events:place":
                return {"token": self.participant.token}
            case "clubs:answer":
                return {"player_id": self.requester.public_id}
            case "clubs:role" | "clubs:remove" | "clubs:hand_over":
                return {"player_id": self.other_member.public_id}
            case "games:revoke_token":
                return {"public_id": self.token.public_id}
            case "exchange:revoke_feed_key":
                return {"public_id": self.feed_key.public_id}
            case "exchange:webhook":
                return {"public_id": self.webhook.public_id}
            case "games:rules":
                return {"digest": rules_digest()}
            case "games:words":
                return {"language": "en", "digest": words_digest(self.system, "en")}
            case "events:clock":
                return {"what": "start"}
            case "events:entry_act":
                return {"what": "sit-out"}
            case "api:tournament_entry_do":
                return {"verb": "disqualify"}
            case "api:tournament_round_do":
                return {"verb": "start_clock"}
            case "api:tournament_table_do":
                return {"verb": "accept"}
            case "api:tournament_do":
                return {"verb": "open_registration"}
            case key if key.startswith(("statistics:facts", "statistics/games")):
                return {"chart": "places"}
            case key if key.startswith("statistics:chart") or key == "statistics:embed":
                return {"chart": "win_index"}
        return {}

    def path(self, address: Address) -> str:
        return address.path(self.values(address))

    def sent(self, key: str, method: str) -> dict[str, Any]:
        """What goes with a change, so that the right to make it decides and not a field left out."""
        one, other = self.first_participants
        details = {"name": "Cup", "starts_on": "2026-05-02", "ends_on": "2026-05-02", "version": 1}
        new = details | {"club": self.club.public_id, "system": self.system, "stages": []}
        bodies: dict[tuple[str, str], dict[str, Any]] = {
            ("clubs:role", "POST"): {"role": "scorekeeper"},
            ("clubs:answer_event", "POST"): {"choice": "coming"},
            ("clubs:new_spelling", "POST"): {"spelling": "Uni"},
            ("clubs:forget_spelling", "POST"): {"spelling": self.spelling.spelling},
            ("api:rating_forecast", "GET"): {"player": [self.player.public_id, self.guest.public_id]},
            ("api:tournaments", "POST"): new,
            ("api:tournament", "PUT"): details,
            ("api:tournament_stages", "PUT"): {"version": 1, "stages": []},
            ("api:tournament_points", "POST"): {"stage": 1, "entry": one, "points": "1", "reason": "Calm"},
            ("api:tournament_notes", "POST"): {"text": "Calm"},
            ("api:tournament_wishes", "POST"): {"one": one, "other": other, "kind": "together"},
            ("api:tournament_invitations", "POST"): {"player": self.requester.public_id},
            ("api:tournament_entry", "PUT"): {"team": "", "family": ""},
            ("api:tournament_rounds", "POST"): {"number": 2},
            ("api:tournament_round", "PUT"): {"version": 1, "tables": []},
        }
        return bodies.get((key, method), {})

    def ask(self, kind: str, method: str, address: Address, **more: Any) -> Any:
        """One request of one person; whatever it changes is undone."""
        given: dict[str, Any] = {"data": self.sent(address.key, method)} | more
        if address.route.startswith("api/") and method != "GET":
            given |= {"data": json.dumps(given["data"]), "content_type": "application/json"}
        undo = transaction.savepoint()
        try:
            return self.request(kind, method, self.path(address), **given)
        finally:
            transaction.savepoint_rollback(undo)

    def request(self, kind: str, method: str, path: str, **given: Any) -> Any:
        client = self.clients[kind]
        client.cookies = SimpleCookie(self._cookies[kind])
        return getattr(client, method.lower())(path, **given)
