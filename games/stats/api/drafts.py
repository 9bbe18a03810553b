"""Which of the factions on offer to take."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.stats.api.representations import FitSerializer, IntervalSerializer
from games.stats.filters import FilterFields, filter_fields
from games.stats.selectors.draft_help import Choice, Offer, draft_help
from scoring import registry

MOST_OFFERS = 20


class DraftQuerySerializer(serializers.Serializer[Any]):
    """Repeat `offer` for each faction; what comes along with it follows after colons."""

    offer = serializers.ListField(
        child=serializers.CharField(max_length=100),
        min_length=2,
        max_length=MOST_OFFERS,
        help_text="Such as `campbell` or `campbell:starting_tile=7`.",
    )
    seats = serializers.IntegerField(min_value=2, max_value=12, help_text="People at the table.")
    rating = serializers.IntegerField(min_value=0, max_value=9_999, required=False, default=None)
    edition = serializers.CharField(max_length=40, required=False, default="")


class ChoiceSerializer(serializers.Serializer[Any]):
    faction = serializers.CharField()
    facets = serializers.DictField(child=serializers.CharField())
    vp = IntervalSerializer(help_text="Against the mean of the offers.")
    best_chance = serializers.FloatField()
    bid = serializers.IntegerField(help_text="Fair against the weakest of the offers.")
    bid_low = serializers.IntegerField()
    bid_high = serializers.IntegerField()
    games = serializers.IntegerField()
    is_small = serializers.BooleanField()


class DraftSerializer(serializers.Serializer[Any]):
    """No choices where there are too few games for a fit."""

    fit = FitSerializer(allow_null=True)
    choices = ChoiceSerializer(many=True)


class DraftView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="statistics_draft", parameters=[DraftQuerySerializer], responses=DraftSerializer
    )
    def get(self, request: Request, system: str) -> Response:
        """The offers, best first, with how sure that is and what to bid."""
        if system not in {one.description.key for one in registry.systems()}:
            raise Http404
        query = DraftQuerySerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        asked, known = query.validated_data, filter_fields(system)
        _refuse_unknown(asked, known)
        told = draft_help(
            system=system,
            offers=_offers(asked["offer"], known),
            seats=asked["seats"],
            rating=asked["rating"],
            edition=asked["edition"],
        )
        answer = {"fit": told.fit, "choices": [_choice(one) for one in told.choices]}
        return Response(DraftSerializer(answer).data)


def _refuse_unknown(asked: dict[str, Any], known: FilterFields) -> None:
    if asked["seats"] not in known.seats:
        raise serializers.ValidationError({"seats": [_("There are not so many seats at this table.")]})
    if asked["edition"] and asked["edition"] not in known.editions:
        raise serializers.ValidationError({"edition": [_("There is no such edition.")]})


def _offers(texts: list[str], known: FilterFields) -> list[Offer]:
    facets = {one.key: set(map(str, one.choices)) for one in known.seat}
    offers = []
    for text in texts:
        faction, *more = text.split(":")
        pairs = [(name, value) for name, _sign, value in (one.partition("=") for one in more)]
        is_known = faction in known.factions and all(value in facets.get(name, ()) for name, value in pairs)
        if not is_known:
            raise serializers.ValidationError({"offer": [_("There is no such offer.")]})
        offers.append(Offer(faction, tuple(pairs)))
    if len({one.faction for one in offers}) < len(offers):
        raise serializers.ValidationError({"offer": [_("This is on offer already.")]})
    return offers


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "faction": choice.offer.faction,
        "facets": dict(choice.offer.facets),
        "vp": choice.vp,
        "best_chance": choice.best_chance,
        "bid": choice.bid,
        "bid_low": choice.bid_low,
        "bid_high": choice.bid_high,
        "games": choice.games,
        "is_small": choice.is_small,
    }
