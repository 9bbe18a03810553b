"""Players for programs: only those whose name the asker may know."""

from typing import Any

from rest_framework import serializers
from rest_framework.generics import GenericAPIView, ListAPIView, RetrieveAPIView
from rest_framework.permissions import AllowAny

from caledonia_site.common.api.pagination import ByName
from games.players.models import Player, PlayerQuerySet


class ShownPlayerSerializer(serializers.Serializer[Any]):
    """A player as the asker may see it; one they may not know has no id and no page."""

    public_id = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    url = serializers.SerializerMethodField()

    def get_url(self, shown: Any) -> str | None:
        if shown.address is None:
            return None
        address: str = self.context["request"].build_absolute_uri(shown.address)
        return address


class PlayerSerializer(serializers.Serializer[Player]):
    def to_representation(self, player: Player) -> dict[str, Any]:
        return ShownPlayerSerializer(player.shown, context=self.context).data


class PlayersOfViewer(GenericAPIView[Player]):
    permission_classes = [AllowAny]
    serializer_class = PlayerSerializer

    def get_queryset(self) -> PlayerQuerySet:
        viewer = self.request.user
        return Player.objects.visible_to(viewer).shown_to(viewer)


class PlayerListView(PlayersOfViewer, ListAPIView[Player]):
    """`?search=` finds by parts of the name, accents and case aside: also what a form completes names with."""

    pagination_class = ByName

    def get_queryset(self) -> PlayerQuerySet:
        return super().get_queryset().named_like(self.request.query_params.get("search", "")[:80])


class PlayerDetailView(PlayersOfViewer, RetrieveAPIView[Player]):
    lookup_field = "public_id"
