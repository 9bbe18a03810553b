"""Factions: the table, one of them, and each against each."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.stats.api.asking import FILTERS, known_faction, wanted_in
from games.stats.api.representations import (
    FactionProfileSerializer,
    FactionTableSerializer,
    PairSerializer,
)
from games.stats.selectors.answers import Ground
from games.stats.selectors.faction_people import best_players, record_games
from games.stats.selectors.faction_profile import faction_profile
from games.stats.selectors.faction_table import faction_table
from games.stats.selectors.pair_table import pair_table


class PairOfSerializer(PairSerializer):
    faction = serializers.CharField()


class FactionTableView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_factions", parameters=FILTERS, responses=FactionTableSerializer)
    def get(self, request: Request, system: str) -> Response:
        """All factions (clans) of a system, under the same filters as the site’s table; none where it has none."""
        wanted, _viewer = wanted_in(request, system)
        return Response(FactionTableSerializer(faction_table(wanted=wanted)).data)


class FactionView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_faction", parameters=FILTERS, responses=FactionProfileSerializer)
    def get(self, request: Request, system: str, faction: str) -> Response:
        """Everything about one faction; players and games as far as the asker may know them."""
        wanted, viewer = wanted_in(request, system)
        known_faction(system, faction)
        ground = Ground.of(wanted)
        profile = faction_profile(wanted=wanted, faction=faction, ground=ground)
        people: dict[str, Any] = {
            "best_players": best_players(wanted=wanted, faction=faction, viewer=viewer, ground=ground),
            "record_games": record_games(wanted=wanted, faction=faction, viewer=viewer, ground=ground),
        }
        found = asdict(profile) | people
        return Response(FactionProfileSerializer(found, context={"request": request}).data)


class PairsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_pairs", parameters=FILTERS, responses=PairOfSerializer(many=True))
    def get(self, request: Request, system: str) -> Response:
        """Each faction against each other at the same table; pairs that never met are left out."""
        wanted, _viewer = wanted_in(request, system)
        pairs = [{"faction": key, **asdict(pair)} for (key, _), pair in pair_table(wanted=wanted).items()]
        return Response(PairOfSerializer(pairs, many=True).data)
