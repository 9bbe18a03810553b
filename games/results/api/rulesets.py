"""The game systems: how their sheets look, and the score of a sheet without recording it."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from caledonia_site.common.api.schema import FieldProblemSerializer
from caledonia_site.common.api.throttling import PreviewRate
from games.results.api.sheets import SheetField, problems_of
from games.systems import label, sentence
from scoring import registry
from scoring.description import Description, Field
from scoring.ruleset import Ruleset
from scoring.schema import schema_of


class FieldSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    kind = serializers.CharField(help_text="count, flag, choice or tiles")
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)
    choices = serializers.SerializerMethodField()
    rounds = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"key": {}, "label": {"type": "string"}},
                "required": ["key", "label"],
            },
        }
    )
    def get_choices(self, field: dict[str, Any]) -> Any:
        return field["choices"]


class NamedSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class RulesetSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    version = serializers.CharField(help_text="Of the engine; stored with every game it scored.")
    fewest_seats = serializers.IntegerField()
    most_seats = serializers.IntegerField()
    url = serializers.URLField()


class RulesetDetailSerializer(RulesetSerializer):
    dimension = serializers.CharField(help_text="The field statistics are kept by.", allow_blank=True)
    rounds = NamedSerializer(many=True)
    seat_kinds = NamedSerializer(many=True)
    options = FieldSerializer(many=True)
    setup = FieldSerializer(many=True)
    game = FieldSerializer(many=True)
    seat = FieldSerializer(many=True)
    lines = NamedSerializer(many=True)
    schema_url = serializers.URLField()


class RulesetListView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="rulesets_list", responses=RulesetSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response([_summary(ruleset.description, request) for ruleset in registry.systems()])


class RulesetDetailView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="rulesets_read", responses=RulesetDetailSerializer)
    def get(self, request: Request, system: str) -> Response:
        """Every field, option and line, with its name in the asker's language."""
        description = _ruleset(system).description
        payload = _summary(description, request) | {
            "dimension": description.dimension or "",
            "rounds": [_named(system, "round", key) for key in description.rounds],
            "seat_kinds": [_named(system, "seat_kind", kind.key) for kind in description.seat_kinds],
            "options": [_field(system, "option", field) for field in description.options],
            "setup": [_field(system, "field", field) for field in description.setup],
            "game": [_field(system, "field", field) for field in description.game],
            "seat": [_field(system, "field", field) for field in description.seat],
            "lines": [_named(system, "line", line.key) for line in description.lines],
            "schema_url": reverse("api:ruleset_schema", args=[system], request=request),
        }
        return Response(RulesetDetailSerializer(payload).data)


class RulesetSchemaView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="rulesets_schema",
        responses={200: {"type": "object", "additionalProperties": True}},
    )
    def get(self, request: Request, system: str) -> Response:
        """The JSON Schema of a raw sheet. What depends on other values only the preview knows."""
        return Response(schema_of(_ruleset(system).description))


class PreviewRequestSerializer(serializers.Serializer[Any]):
    sheet = SheetField()
    partial = serializers.BooleanField(  # type: ignore[assignment]
        required=False, default=False, help_text="The sheet is still being filled: blanks are no mistakes."
    )


class PreviewSerializer(serializers.Serializer[Any]):
    score = serializers.JSONField(allow_null=True, help_text="None when the sheet cannot be scored.")
    violations = FieldProblemSerializer(many=True)
    warnings = FieldProblemSerializer(many=True)
    missing = serializers.ListField(child=serializers.CharField())


class PreviewView(APIView):
    """Needs no account, stores nothing."""

    permission_classes = [AllowAny]
    throttle_classes = [PreviewRate]
    only_computes = True

    @extend_schema(
        operation_id="rulesets_preview",
        request=PreviewRequestSerializer,
        responses=PreviewSerializer,
    )
    def post(self, request: Request, system: str) -> Response:
        """Score a sheet without recording it: every line with its explanation, or everything wrong with it."""
        ruleset = _ruleset(system)
        body = PreviewRequestSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        params = body.validated_data
        outcome = ruleset.evaluate(params["sheet"], partial=params["partial"])
        score: Any = None
        if outcome.breakdown:
            score = outcome.breakdown.as_json()
            for seat, scored in zip(score["seats"], outcome.breakdown.seats, strict=True):
                for line, score_line in zip(seat["lines"], scored.lines, strict=True):
                    line["sentence"] = sentence(system, score_line.explanation, line=score_line)
        return Response(
            {
                "score": score,
                "violations": [problem.as_json() for problem in problems_of(system, outcome.violations)],
                "warnings": [problem.as_json() for problem in problems_of(system, outcome.warnings)],
                "missing": [f"sheet.{path}" for path in outcome.missing],
            }
        )


def _ruleset(system: str) -> Ruleset[Any]:
    try:
        return registry.get(system)
    except KeyError:
        raise Http404 from None


def _summary(description: Description, request: Request) -> dict[str, Any]:
    key = description.key
    return {
        "key": key,
        "label": str(label(key, f"system.{key}")),
        "version": description.version,
        "fewest_seats": description.fewest_seats,
        "most_seats": description.most_seats,
        "url": reverse("api:ruleset", args=[key], request=request),
    }


def _named(system: str, kind: str, key: str) -> dict[str, str]:
    return {"key": key, "label": str(label(system, f"{kind}.{key}"))}


def _field(system: str, kind: str, field: Field) -> dict[str, Any]:
    counted = field.kind == "count"
    return {
        **_named(system, kind, field.key),
        "kind": field.kind,
        "minimum": field.minimum if counted else None,
        "maximum": field.maximum if counted else None,
        "choices": [
            {"key": choice, "label": str(label(system, f"choice.{field.key}.{choice}"))}
            for choice in field.choices
        ],
        "rounds": list(field.rounds),
    }
