"""Clubs and their members for programs."""

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.permissions import AllowAny

from caledonia_site.common.api.pagination import ByName, OldestFirst
from games.clubs.models import Club, ClubQuerySet, Membership
from games.clubs.models.club import MembershipQuerySet
from games.clubs.selectors.clubs import clubs_to_find
from games.players.api.players import PlayerSerializer
from games.players.viewers import Viewer


class ClubSerializer(serializers.ModelSerializer[Club]):
    url = serializers.SerializerMethodField()
    member_count = serializers.IntegerField()
    role = serializers.CharField(source="viewer_role", allow_null=True)

    class Meta:
        model = Club
        fields = [
            "public_id", "name", "town", "time_zone", "language", "description", "visibility",
            "member_count", "role", "url",
        ]  # fmt: skip

    def get_url(self, club: Club) -> str:
        address: str = self.context["request"].build_absolute_uri(club.get_absolute_url())
        return address


class MembershipSerializer(serializers.ModelSerializer[Membership]):
    player = PlayerSerializer()

    class Meta:
        model = Membership
        fields = ["player", "role", "joined_at"]


class ClubListView(ListAPIView[Club]):
    """The public clubs and one's own; `?search=` finds by name or town."""

    permission_classes = [AllowAny]
    pagination_class = ByName
    serializer_class = ClubSerializer

    def get_queryset(self) -> ClubQuerySet:
        search = self.request.query_params.get("search", "")[:80]
        return clubs_to_find(viewer=self.request.user, search=search)


class ClubDetailView(RetrieveAPIView[Club]):
    permission_classes = [AllowAny]
    serializer_class = ClubSerializer
    lookup_field = "public_id"

    def get_queryset(self) -> ClubQuerySet:
        viewer = self.request.user
        return Club.objects.visible_to(viewer).for_viewer(viewer).with_member_count()


class ClubMembersView(ListAPIView[Membership]):
    permission_classes = [AllowAny]
    pagination_class = OldestFirst
    serializer_class = MembershipSerializer

    def get_queryset(self) -> MembershipQuerySet:
        viewer: Viewer = self.request.user
        club = get_object_or_404(Club.objects.visible_to(viewer), public_id=self.kwargs["public_id"])
        return Membership.objects.filter(club=club).shown_to(viewer)
