"""Leagues and seasons for programs; to read."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.permissions import AllowAny

from caledonia_site.common.api_pagination import ByName
from games.clubs.models import Club
from tournaments.models import League, Season


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
        viewer: Any = self.request.user
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
