"""What the API takes and gives about tournaments."""

from dataclasses import fields
from typing import Any

from rest_framework import serializers

from scoring import registry
from tournaments.events.configuration import MOST_WEIGHT, EventConfiguration, SetupPlan
from tournaments.events.enums import Admission, ParticipantState, RoundState, SeatingRuleKind
from tournaments.events.models import Event, EventAuditRecord
from tournaments.events.services.events import EventDetails
from tournaments.pairing.request import Weights

FRACTION = "An exact fraction, such as 5 or 10/3."
MOST_PEOPLE = 1000
LONGEST_ROUND = 24 * 60
WEIGHTS = [field.name for field in fields(Weights)]


class PersonSerializer(serializers.Serializer[Any]):
    public_id = serializers.CharField(allow_null=True, help_text="Null when the name is not for you.")
    name = serializers.CharField()


class EventSerializer(serializers.ModelSerializer[Event]):
    club = serializers.CharField(source="club.public_id")
    shows_names = serializers.BooleanField(help_text="Its pages name the players to everybody.")
    settings = serializers.JSONField(help_text="Weights of the draw, and what is drawn for every table.")
    url = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = [
            "public_id", "club", "name", "description", "system", "starts_on", "ends_on", "place", "is_online",
            "fee_note", "state", "admission", "cap", "needs_check_in", "shows_names", "round_minutes", "settings",
            "lot_seed", "version", "finished_at", "url",
        ]  # fmt: skip

    def get_url(self, event: Event) -> str:
        address: str = self.context["request"].build_absolute_uri(event.get_absolute_url())
        return address


class WeightsSerializer(serializers.Serializer[Any]):
    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            name: serializers.IntegerField(min_value=0, max_value=MOST_WEIGHT, required=False)
            for name in WEIGHTS
        }


class SetupSerializer(serializers.Serializer[Any]):
    fields_drawn = serializers.ListField(
        child=serializers.CharField(max_length=40), required=False, max_length=40
    )
    offer = serializers.IntegerField(min_value=0, max_value=50, required=False)
    expansions = serializers.BooleanField(required=False)


class EventBodySerializer(serializers.Serializer[Any]):
    """A tournament as it is set up or changed; what is left out keeps its default."""

    name = serializers.CharField(max_length=80)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    description = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    place = serializers.CharField(max_length=200, required=False, allow_blank=True)
    is_online = serializers.BooleanField(required=False)
    fee_note = serializers.CharField(max_length=200, required=False, allow_blank=True)
    admission = serializers.ChoiceField(choices=Admission.choices, required=False)
    cap = serializers.IntegerField(min_value=2, max_value=MOST_PEOPLE, required=False, allow_null=True)
    needs_check_in = serializers.BooleanField(required=False)
    round_minutes = serializers.IntegerField(
        min_value=1, max_value=LONGEST_ROUND, required=False, allow_null=True
    )
    shows_names = serializers.BooleanField(
        required=False, help_text="Name the players to everybody; who registers reads it before."
    )
    weights = WeightsSerializer(required=False)
    setup = SetupSerializer(required=False)

    def details(self, system: str) -> EventDetails:
        given = dict(self.validated_data)
        weights, setup = given.pop("weights", {}), given.pop("setup", {})
        given = {key: value for key, value in given.items() if key in _DETAILS}
        plan = SetupPlan(
            fields=tuple(setup.get("fields_drawn", ())),
            offer=setup.get("offer", 0),
            expansions=setup.get("expansions", False),
        )
        return EventDetails(
            system=system, configuration=EventConfiguration(weights=Weights(**weights), setup=plan), **given
        )


_DETAILS = {field.name for field in fields(EventDetails)} - {"system", "configuration"}


class NewEventSerializer(EventBodySerializer):
    club = serializers.SlugField(help_text="Public id of the club.")
    system = serializers.ChoiceField(
        choices=[(ruleset.description.key, ruleset.description.key) for ruleset in registry.systems()]
    )
    stages = serializers.ListField(
        child=serializers.DictField(),
        max_length=8,
        help_text="Each with kind, rounds, table_size, group_size, advance, first_round and rules.",
    )


class ChangedEventSerializer(EventBodySerializer):
    version = serializers.IntegerField(min_value=1, help_text="The version you have seen.")


class StagesSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1)
    stages = serializers.ListField(child=serializers.DictField(), max_length=8)


class StageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    settings = serializers.JSONField()


class EventDetailSerializer(EventSerializer):
    stages = StageSerializer(many=True)

    class Meta(EventSerializer.Meta):
        fields = [*EventSerializer.Meta.fields, "stages"]


class EventEntrySerializer(serializers.Serializer[Any]):
    public_id = serializers.CharField()
    player = PersonSerializer()
    state = serializers.ChoiceField(choices=ParticipantState.choices)
    team = serializers.CharField(allow_blank=True)
    family = serializers.CharField(allow_blank=True)
    rating = serializers.IntegerField(allow_null=True)
    sits_out = serializers.BooleanField()
    joined_round = serializers.IntegerField()
    left_after = serializers.IntegerField(allow_null=True)
    final_place = serializers.IntegerField(allow_null=True)


class EntriesSerializer(serializers.Serializer[Any]):
    entries = EventEntrySerializer(many=True)


class NewEntrySerializer(serializers.Serializer[Any]):
    player = serializers.SlugField(required=False, help_text="Public id of a member or guest of the club.")
    name = serializers.CharField(
        max_length=80, required=False, help_text="Of a new guest, instead of a player."
    )
    team = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")
    family = serializers.CharField(max_length=40, required=False, allow_blank=True, default="")


class TagsSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(max_length=40, allow_blank=True)
    family = serializers.CharField(max_length=40, allow_blank=True)
    rating = serializers.IntegerField(min_value=-32000, max_value=32000, allow_null=True, required=False)


class EventSeatSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    player = PersonSerializer()
    seat = serializers.IntegerField()
    forfeits = serializers.BooleanField()
    total = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)


class EventTableSerializer(serializers.Serializer[Any]):
    public_id = serializers.CharField()
    number = serializers.IntegerField()
    state = serializers.CharField(
        help_text="open, waiting, disputed, played, conflict, other_players, forfeited, cancelled or through."
    )
    game = serializers.CharField(allow_null=True)
    rival = serializers.CharField(allow_null=True, help_text="A second, different result.")
    rivals = serializers.ListField(
        child=serializers.CharField(), help_text="All different results, the second one first."
    )
    seats = EventSeatSerializer(many=True)


class ByeSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    player = PersonSerializer()
    kind = serializers.CharField()


class EventRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    state = serializers.ChoiceField(choices=RoundState.choices)
    version = serializers.IntegerField()
    engine = serializers.CharField(allow_blank=True)
    engine_version = serializers.CharField(allow_blank=True)
    digest = serializers.CharField(allow_blank=True)
    changed_by_hand = serializers.BooleanField()
    setup = serializers.JSONField()
    seconds_left = serializers.IntegerField(allow_null=True)
    failure = serializers.ListField(
        child=serializers.DictField(), help_text="Why a job could not draw it: code, path and params."
    )


class RoundDetailSerializer(EventRoundSerializer):
    request = serializers.JSONField(help_text="All that the draw depends on; null where nothing was drawn.")
    tables = EventTableSerializer(many=True)
    byes = ByeSerializer(many=True)


class RoundsSerializer(serializers.Serializer[Any]):
    rounds = EventRoundSerializer(many=True)


class DrawSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(
        min_value=1, max_value=1000, help_text="Of the round to draw: the next one."
    )


class RoundVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1, required=False, help_text="For publish and redraw.")


class TablesSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1)
    tables = serializers.ListField(
        child=serializers.ListField(child=serializers.SlugField(), max_length=4), max_length=MOST_PEOPLE
    )
    byes = serializers.ListField(child=serializers.SlugField(), required=False, max_length=MOST_PEOPLE)


class EventVerbSerializer(serializers.Serializer[Any]):
    names_shown = serializers.BooleanField(
        default=False,
        help_text="For register: you know that its pages name the players to everybody. Needed where `shows_names`.",
    )


class TableVerbSerializer(serializers.Serializer[Any]):
    game = serializers.SlugField(required=False, help_text="For report and settle.")
    instead_of = serializers.SlugField(
        default="", allow_blank=True,
        help_text="For settle, to choose again: the game that was chosen before.",
    )  # fmt: skip
    forfeiting = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=4), required=False, max_length=4,
        help_text="Seats from 1, for forfeit.",
    )  # fmt: skip


class StageStandingsRowSerializer(serializers.Serializer[Any]):
    entry = serializers.CharField()
    player = PersonSerializer()
    order = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(help_text=FRACTION)
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    goes_on = serializers.BooleanField()
    tie_breaks = serializers.DictField(child=serializers.CharField(), help_text=FRACTION)
    results = serializers.ListField(child=serializers.DictField())


class StageStandingsSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField()
    group = serializers.IntegerField(allow_null=True)
    engine = serializers.CharField()
    engine_version = serializers.CharField()
    computed_at = serializers.DateTimeField()
    rows = StageStandingsRowSerializer(many=True)


class EventStandingsSerializer(serializers.Serializer[Any]):
    tables = StageStandingsSerializer(many=True)
    final = EventEntrySerializer(many=True)


class InviteSerializer(serializers.Serializer[Any]):
    player = serializers.SlugField(help_text="Public id of the player.")


class PointsSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(read_only=True)
    stage = serializers.IntegerField(min_value=1, max_value=8)
    entry = serializers.SlugField()
    points = serializers.CharField(max_length=20, help_text=f"{FRACTION} Below 0 for a penalty.")
    reason = serializers.CharField(max_length=200)


class PointsListSerializer(serializers.Serializer[Any]):
    points = PointsSerializer(many=True)


class WishSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(read_only=True)
    one = serializers.SlugField()
    other = serializers.SlugField()
    kind = serializers.ChoiceField(choices=SeatingRuleKind.choices)


class WishesSerializer(serializers.Serializer[Any]):
    wishes = WishSerializer(many=True)


class NoteSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(read_only=True)
    text = serializers.CharField(max_length=1000)
    entry = serializers.SlugField(required=False)
    table = serializers.SlugField(required=False)


class NotesSerializer(serializers.Serializer[Any]):
    notes = NoteSerializer(many=True)


class EventHistorySerializer(serializers.ModelSerializer[EventAuditRecord]):
    entry = serializers.SerializerMethodField()
    game = serializers.SerializerMethodField()

    class Meta:
        model = EventAuditRecord
        fields = ["at", "kind", "entry", "game", "detail"]

    def get_entry(self, line: EventAuditRecord) -> str | None:
        return line.participant.public_id if line.participant else None

    def get_game(self, line: EventAuditRecord) -> str | None:
        return line.game.public_id if line.game else None
