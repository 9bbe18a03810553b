"""Standings and schedules for programs; to read."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.selectors.leagues import season_for
from tournaments.selectors.schedule import FixtureView, schedule_of
from tournaments.selectors.standings_page import RowView, TableView, tables_of

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
        tables = [_table(one) for one in tables_of(season, request.user)]
        return Response(StandingsSerializer({"season": season.public_id, "tables": tables}).data)


class FixturesView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="seasons_fixtures", responses=ScheduleSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """The schedule of a season with groups; empty without them."""
        season = season_for(public_id, request.user)
        rounds = schedule_of(season, request.user)
        fixtures = [_fixture(view) for one in rounds for view in one.fixtures]
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
