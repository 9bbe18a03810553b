"""Factions as programs read them: the table, single ones, each against each, and which of those on offer to take."""

from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.clubs.models import Club
from games.players.actors import Actor
from games.stats.api.representations import (
    FactionProfileSerializer,
    FactionTableSerializer,
    FitSerializer,
    IntervalSerializer,
    PairSerializer,
)
from games.stats.filters.fields import FilterFields, filter_fields
from games.stats.filters.filter_set import NAMED, FilterSet
from games.stats.filters.games import ChosenClub
from games.stats.index import layout_of
from games.stats.selectors.cache import QueryContext
from games.stats.selectors.draft import Choice, Offer, draft_help
from games.stats.selectors.faction import faction_profile
from games.stats.selectors.faction_people import best_players, record_games
from games.stats.selectors.factions import faction_pairs, faction_summary
from scoring import registry

FILTERS = [parameter for kind in NAMED if (parameter := kind.api_parameter())]


def read_filters(request: Request, system: str) -> tuple[FilterSet, Actor]:
    """The filter and the viewer; a system or club that is not theirs to see does not exist."""
    if system not in {ruleset.description.key for ruleset in registry.systems()}:
        raise Http404
    public_id = request.query_params.get("club", "")
    club = Club.objects.filter(public_id=public_id).first() if public_id else None
    viewer = request.user
    if public_id and (club is None or not Club.objects.visible_to(viewer).filter(pk=club.pk).exists()):
        raise Http404
    chosen = ChosenClub(club.pk, club.slug, club.name) if club else None
    return FilterSet.parse(system, request.query_params, club=chosen), viewer


def known_faction(system: str, faction: str) -> str:
    if faction not in layout_of(system).faction_codes:
        raise Http404
    return faction


class PairOfSerializer(PairSerializer):
    faction = serializers.CharField()


class FactionTableView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_factions", parameters=FILTERS, responses=FactionTableSerializer)
    def get(self, request: Request, system: str) -> Response:
        """All factions (clans) of a system, under the same filters as the site’s table; none where it has none."""
        filters, _viewer = read_filters(request, system)
        return Response(FactionTableSerializer(faction_summary(filters=filters)).data)


class FactionView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_faction", parameters=FILTERS, responses=FactionProfileSerializer)
    def get(self, request: Request, system: str, faction: str) -> Response:
        """Everything about one faction; players and games as far as the asker may know them."""
        filters, viewer = read_filters(request, system)
        known_faction(system, faction)
        context = QueryContext.of(filters)
        profile = faction_profile(filters=filters, faction=faction, context=context)
        people: dict[str, Any] = {
            "best_players": best_players(filters=filters, faction=faction, viewer=viewer, context=context),
            "record_games": record_games(filters=filters, faction=faction, viewer=viewer, context=context),
        }
        representation = asdict(profile) | people
        return Response(FactionProfileSerializer(representation, context={"request": request}).data)


class PairsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="statistics_pairs", parameters=FILTERS, responses=PairOfSerializer(many=True))
    def get(self, request: Request, system: str) -> Response:
        """Each faction against each other at the same table; pairs that never met are left out."""
        filters, _viewer = read_filters(request, system)
        pairs = [
            {"faction": key, **asdict(pair)} for (key, _), pair in faction_pairs(filters=filters).items()
        ]
        return Response(PairOfSerializer(pairs, many=True).data)


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
        if system not in {ruleset.description.key for ruleset in registry.systems()}:
            raise Http404
        serializer = DraftQuerySerializer(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        query, known = serializer.validated_data, filter_fields(system)
        _refuse_unknown(query, known)
        advice = draft_help(
            system=system,
            offers=_offers(query["offer"], known),
            seats=query["seats"],
            rating=query["rating"],
            edition=query["edition"],
        )
        answer = {"fit": advice.fit, "choices": [_choice(choice) for choice in advice.choices]}
        return Response(DraftSerializer(answer).data)


def _refuse_unknown(query: dict[str, Any], known: FilterFields) -> None:
    if query["seats"] not in known.seats:
        raise serializers.ValidationError({"seats": [_("There are not so many seats at this table.")]})
    if query["edition"] and query["edition"] not in known.editions:
        raise serializers.ValidationError({"edition": [_("There is no such edition.")]})


def _offers(texts: list[str], known: FilterFields) -> list[Offer]:
    facets = {field.key: set(map(str, field.choices)) for field in known.seat}
    offers = []
    for text in texts:
        faction, *more = text.split(":")
        pairs = [(name, value) for name, _sign, value in (facet.partition("=") for facet in more)]
        is_known = faction in known.factions and all(value in facets.get(name, ()) for name, value in pairs)
        if not is_known:
            raise serializers.ValidationError({"offer": [_("There is no such offer.")]})
        offers.append(Offer(faction, tuple(pairs)))
    if len({offer.faction for offer in offers}) < len(offers):
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
