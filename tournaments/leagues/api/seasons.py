"""Leagues, seasons, standings and schedules for programs; to read."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api.pagination import ByName
from games.clubs.models import Club
from games.players.actors import Viewer
from tournaments.leagues.models import League, Season
from tournaments.leagues.selectors.leagues import season_for
from tournaments.leagues.selectors.schedule import FixtureView, schedule_of
from tournaments.leagues.selectors.standings import RowView, TableView, tables_of


class NewestFirst(ByName):
    ordering = ("-created_at", "-pk")


class SeasonSerializer(serializers.ModelSerializer[Season]):
    league = serializers.CharField(source="league.public_id")
    settings = serializers.JSONField(help_text="Points, ties, which games count, the shape of groups.")
    url = serializers.SerializerMethodField()

    class Meta:
        model = Season
        fields = ["public_id", "league", "name", "kind", "state", "starts_on", "ends_on", "settings", "url"]

    def get_url(self, season: Season) -> str:
        address: str = self.context["request"].build_absolute_uri(season.get_absolute_url())
        return address


class LeagueSerializer(serializers.ModelSerializer[League]):
    club = serializers.CharField(source="club.public_id")
    url = serializers.SerializerMethodField()

    class Meta:
        model = League
        fields = ["public_id", "club", "name", "description", "system", "url"]

    def get_url(self, league: League) -> str:
        address: str = self.context["request"].build_absolute_uri(league.get_absolute_url())
        return address


@extend_schema_view(
    get=extend_schema(
        operation_id="leagues_list",
        parameters=[OpenApiParameter("club", str, description="Public id of a club: its leagues alone.")],
    )
)
class LeagueListView(ListAPIView[League]):
    """Leagues of public clubs and of one's own; `?club=` for one club."""

    permission_classes = [AllowAny]
    pagination_class = NewestFirst
    serializer_class = LeagueSerializer

    def get_queryset(self) -> QuerySet[League]:
        viewer: Viewer = self.request.user
        if public_id := self.request.query_params.get("club"):
            if not public_id.isalnum():
                raise Http404
            club = get_object_or_404(Club.objects.visible_to(viewer), public_id=public_id)
            return League.objects.filter(club=club).select_related("club")
        return League.objects.listed_for(viewer).select_related("club")


@extend_schema_view(get=extend_schema(operation_id="leagues_seasons"))
class LeagueSeasonsView(ListAPIView[Season]):
    permission_classes = [AllowAny]
    pagination_class = NewestFirst
    serializer_class = SeasonSerializer

    def get_queryset(self) -> QuerySet[Season]:
        leagues = League.objects.visible_to(self.request.user)
        league = get_object_or_404(leagues, public_id=self.kwargs["public_id"])
        return league.seasons.select_related("league")


@extend_schema_view(get=extend_schema(operation_id="seasons_read"))
class SeasonView(RetrieveAPIView[Season]):
    permission_classes = [AllowAny]
    serializer_class = SeasonSerializer
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[Season]:
        return Season.objects.visible_to(self.request.user).select_related("league")


FRACTION = "An exact fraction, such as 5 or 10/3."


class RankedPlayerSerializer(serializers.Serializer[Any]):
    public_id = serializers.CharField(allow_null=True, help_text="Null when the name is not for you.")
    name = serializers.CharField()


class AdjustmentSerializer(serializers.Serializer[Any]):
    points = serializers.CharField(help_text=f"{FRACTION} Below 0 for a penalty.")
    on = serializers.DateField()
    reason = serializers.CharField()


class StandingsRowSerializer(serializers.Serializer[Any]):
    order = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True, help_text="Null for who has none (yet).")
    movement = serializers.IntegerField(allow_null=True, help_text="Places gained since a week ago.")
    player = RankedPlayerSerializer()
    points = serializers.CharField(help_text=FRACTION)
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    status = serializers.CharField()
    tie_breaks = serializers.DictField(child=serializers.CharField(), help_text=FRACTION)
    adjustments = AdjustmentSerializer(
        many=True, help_text="Bonus and penalty points, which `points` contain."
    )


class StandingsTableSerializer(serializers.Serializer[Any]):
    level = serializers.IntegerField(allow_null=True, help_text="1 is the top division; null without groups.")
    group = serializers.CharField(allow_null=True)
    games = serializers.IntegerField()
    engine = serializers.CharField()
    engine_version = serializers.CharField()
    computed_at = serializers.DateTimeField()
    rows = StandingsRowSerializer(many=True)


class StandingsSerializer(serializers.Serializer[Any]):
    season = serializers.CharField()
    tables = StandingsTableSerializer(many=True)


class FixtureSeatSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    forfeits = serializers.BooleanField()
    vp = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)


class FixtureSerializer(serializers.Serializer[Any]):
    public_id = serializers.CharField()
    level = serializers.IntegerField()
    group = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    deadline = serializers.DateField()
    state = serializers.CharField(
        help_text="open, overdue, waiting, played, other_players, forfeited or cancelled."
    )
    game = serializers.CharField(allow_null=True)
    seats = FixtureSeatSerializer(many=True)


class ScheduleSerializer(serializers.Serializer[Any]):
    season = serializers.CharField()
    fixtures = FixtureSerializer(many=True)


class StandingsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="seasons_standings", responses=StandingsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Every table of a season with its rows."""
        season = season_for(public_id, request.user)
        tables = [_table(table) for table in tables_of(season, request.user)]
        return Response(StandingsSerializer({"season": season.public_id, "tables": tables}).data)


class FixturesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="seasons_fixtures", responses=ScheduleSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """The schedule of a season with groups; empty without them."""
        season = season_for(public_id, request.user)
        rounds = schedule_of(season, request.user)
        fixtures = [_fixture(view) for round_view in rounds for view in round_view.fixtures]
        return Response(ScheduleSerializer({"season": season.public_id, "fixtures": fixtures}).data)


def _table(table: TableView) -> dict[str, Any]:
    stored = table.standings
    return {
        "level": table.group.division.level if table.group else None,
        "group": table.group.letter if table.group else None,
        "games": stored.games,
        "engine": stored.engine,
        "engine_version": stored.engine_version,
        "computed_at": stored.computed_at,
        "rows": [_row(row) for row in table.rows],
    }


def _row(view: RowView) -> dict[str, Any]:
    row = view.row
    return {
        "order": row.order,
        "place": row.place,
        "movement": row.movement,
        "player": {"public_id": view.player_key, "name": view.name},
        "points": row.points,
        "games": row.games,
        "wins": row.wins,
        "status": row.detail.get("status", ""),
        "tie_breaks": row.detail.get("values", {}),
        "adjustments": row.detail.get("adjustments", []),
    }


def _fixture(view: FixtureView) -> dict[str, Any]:
    fixture = view.fixture
    return {
        "public_id": fixture.public_id,
        "level": fixture.group.division.level,
        "group": fixture.group.letter,
        "round": fixture.round,
        "table": fixture.table,
        "deadline": fixture.deadline,
        "state": view.state,
        "game": fixture.game.public_id if fixture.game else None,
        "seats": [
            {"name": seat.name, "forfeits": seat.forfeits, "vp": seat.total, "place": seat.rank}
            for seat in view.seats
        ],
    }
