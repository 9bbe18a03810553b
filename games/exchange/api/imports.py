"""Imports by API: send the file, look at what it holds, run it, ask how far it is."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from caledonia_site.common.api.pagination import ByName
from games.clubs.models import Club
from games.exchange.enums import FileForm, ImportState, RowKind, RowState, UnknownNames
from games.exchange.formats.bounds import LARGEST_FILE
from games.exchange.models import ImportBatch, ImportRow
from games.exchange.selectors.imports import counts_of, imports_of
from games.exchange.services.errors import FileTooLargeError
from games.exchange.services.imports import cancel_import, run_import, start_import
from games.exchange.wording import describe_finding
from games.tokens.authentication import account_in
from games.tokens.models import PersonalToken


class FileParser(BaseParser):
    """The body is the file, whatever it is."""

    media_type = "application/octet-stream"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        content: bytes = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise FileTooLargeError(megabytes=LARGEST_FILE // 1_000_000)
        return content


class NewImportSerializer(serializers.Serializer[Any]):
    club = serializers.CharField(max_length=10, required=False, help_text="A club’s public id.")
    form = serializers.ChoiceField(choices=FileForm.choices, required=False)
    filename = serializers.CharField(max_length=120, required=False, default="import")


class ImportSerializer(serializers.Serializer[ImportBatch]):
    public_id = serializers.CharField()
    filename = serializers.CharField()
    form = serializers.ChoiceField(choices=FileForm.choices)
    state = serializers.ChoiceField(choices=ImportState.choices)
    reason = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    counts = serializers.SerializerMethodField()

    def get_reason(self, batch: ImportBatch) -> str:
        return describe_finding(batch.reason)

    def get_counts(self, batch: ImportBatch) -> dict[str, int]:
        counts = counts_of(batch)
        return {name: getattr(counts, name) for name in counts.__dataclass_fields__}


class ImportRowSerializer(serializers.Serializer[ImportRow]):
    number = serializers.IntegerField()
    where = serializers.CharField(help_text="The play or row of the file.")
    kind = serializers.ChoiceField(choices=RowKind.choices)
    state = serializers.ChoiceField(choices=RowState.choices)
    code = serializers.SerializerMethodField(help_text="Why it is no new game, or why it was refused.")
    reason = serializers.SerializerMethodField()
    remarks = serializers.SerializerMethodField()
    game = serializers.SerializerMethodField()

    def get_code(self, row: ImportRow) -> str | None:
        return row.reason["code"] if row.reason else None

    def get_reason(self, row: ImportRow) -> str:
        return describe_finding(row.reason)

    def get_remarks(self, row: ImportRow) -> list[str]:
        return [describe_finding(finding) for finding in row.findings]

    def get_game(self, row: ImportRow) -> str | None:
        return row.game.public_id if row.game else None


class ImportRowPageSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ImportRowSerializer(many=True)


class RunSerializer(serializers.Serializer[Any]):
    takes_doubtful = serializers.BooleanField(required=False, default=False)
    unknown_names = serializers.ChoiceField(
        choices=UnknownNames.choices, required=False, default=UnknownNames.GUESTS
    )


class InTheirOrder(ByName):
    ordering = ("number", "pk")


class ImportListView(APIView):
    permission_classes = [AllowAny]
    parser_classes = [FileParser]
    largest_body = LARGEST_FILE

    @extend_schema(
        operation_id="imports_start",
        parameters=[NewImportSerializer],
        request=OpenApiTypes.BINARY,
        responses={201: ImportSerializer},
    )
    def post(self, request: Request) -> Response:
        """The body is the file. Nothing is imported until you say so."""
        query = NewImportSerializer(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        params = query.validated_data
        club = None
        if params.get("club"):
            club = get_object_or_404(Club.objects.visible_to(request.user), public_id=params["club"])
        batch = start_import(
            actor=account_in(request, club),
            club=club,
            filename=params["filename"],
            content=request.data if isinstance(request.data, bytes) else b"",
            form=FileForm(params["form"]) if params.get("form") else None,
        )
        return Response(ImportSerializer(batch).data, status=status.HTTP_201_CREATED)


def _own(request: Request, public_id: str) -> ImportBatch:
    """An import of one's own; with a token for one club, into that club."""
    token = request.auth
    if isinstance(token, PersonalToken) and token.club_id is not None:
        imports = imports_of(token.account).filter(club=token.club_id)
    else:
        imports = imports_of(account_in(request, None))
    batch = imports.filter(public_id=public_id).first()
    if batch is None:
        raise Http404
    return batch


class ImportDetailView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="imports_read", responses=ImportSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(ImportSerializer(_own(request, public_id)).data)


class ImportRowsView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="imports_rows",
        parameters=[OpenApiParameter("kind", str, enum=RowKind.values)],
        responses=ImportRowPageSerializer,
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The games of the file in their order, a page at a time."""
        rows = _own(request, public_id).rows.select_related("game")
        kind = request.query_params.get("kind")
        if kind is not None:
            field = serializers.ChoiceField(choices=RowKind.choices)
            rows = rows.filter(kind=field.run_validation(kind))
        pages = InTheirOrder()
        page: Any = pages.paginate_queryset(rows, request, view=self)
        return pages.get_paginated_response(ImportRowSerializer(page, many=True).data)


class ImportRunView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="imports_run", request=RunSerializer, responses=ImportSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Import the new games; goes on with one that was stopped."""
        batch = _own(request, public_id)
        body = RunSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        chosen = body.validated_data
        batch = run_import(
            actor=account_in(request, batch.club),
            batch=batch,
            takes_doubtful=chosen["takes_doubtful"],
            unknown_names=UnknownNames(chosen["unknown_names"]),
        )
        return Response(ImportSerializer(batch).data)


class ImportStopView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="imports_stop", request=None, responses=ImportSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Games imported so far stay."""
        batch = _own(request, public_id)
        stopped = cancel_import(actor=account_in(request, batch.club), batch=batch)
        return Response(ImportSerializer(stopped).data)
