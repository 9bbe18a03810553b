"""A played game: when, where, by which rules, with which options, who sat there with which result, and whether it
counts.

What people typed is kept for ever: every correction adds a version. What else happened to a game is in its audit
records, and the paper sheet may be there as a photo.
"""

from typing import Protocol, Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, When
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.formatting import address_at
from caledonia_site.common.public_id import new_public_id
from games.clubs.enums import Role
from games.clubs.models import Club
from games.clubs.relations import clubs_of
from games.players.models import Player
from games.players.models.player import NO, YES, ShownPlayer
from games.players.viewers import Viewer, is_stranger
from games.results.enums import GameAuditKind, GameState, VersionCause


class Game(models.Model):
    """The current result. What people typed is in the sheet versions; everything here follows from the newest
    one and from the verdicts, and can be rebuilt (`manage.py rebuild scores`).

    `totals_only` games were imported without a sheet: they count for results, never for line statistics.
    `content` is the first version that said what people would confirm now. `idempotency_key` is chosen by whoever
    sends the game, so that sending twice records once. `edit_secret` is the hash of what lets a visitor without an
    account correct what they entered.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    system = models.CharField(_("game"), max_length=40)
    engine_version = models.CharField(max_length=20)
    state = models.CharField(
        _("state"), max_length=10, choices=GameState.choices, default=GameState.SUBMITTED
    )
    club = models.ForeignKey(
        Club, verbose_name=_("club"), null=True, blank=True, on_delete=models.SET_NULL, related_name="games"
    )
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("recorded by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="recorded_games",
    )
    played_on = models.DateField(_("date of play"))
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    place = models.CharField(_("place"), max_length=80, blank=True)
    duration_minutes = models.PositiveSmallIntegerField(_("duration in minutes"), null=True, blank=True)
    notes = models.TextField(_("notes"), max_length=2000, blank=True)
    version = models.PositiveIntegerField(default=1)
    content = models.PositiveIntegerField(default=1, db_default=1)
    seat_count = models.PositiveSmallIntegerField()
    margin = models.IntegerField(null=True)
    best_total = models.IntegerField(default=0)
    totals_only = models.BooleanField(default=False)
    settled = models.BooleanField(default=False)
    submitted_at = models.DateTimeField()
    idempotency_key = models.UUIDField(unique=True, null=True, editable=False)
    edit_secret = models.CharField(max_length=64, blank=True, editable=False)
    is_demo = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            # Keyset pagination walks these from the newest game on.
            models.Index(fields=["-played_on", "-id"], name="game_newest"),
            models.Index(fields=["club", "-played_on", "-id"], name="game_newest_of_club"),
            models.Index(fields=["system", "-played_on", "-id"], name="game_newest_of_system"),
            models.Index(fields=["state", "-played_on", "-id"], name="game_newest_in_state"),
            models.Index(fields=["-best_total", "-id"], name="game_highest"),
            models.Index(fields=["margin", "-id"], name="game_closest"),
            models.Index(fields=["recorded_by", "-id"], name="game_by_recorder"),
            # What the sweep for silent games looks through.
            models.Index(
                fields=["club", "submitted_at"],
                condition=models.Q(state=GameState.SUBMITTED),
                name="game_waiting",
            ),
            models.Index(fields=["is_demo"], condition=models.Q(is_demo=True), name="game_demo"),
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.played_on}"

    def get_absolute_url(self) -> str:
        return address_at("games:detail", self.public_id)

    @cached_property
    def entered_on(self) -> str:
        """The phone, as this game knows it, of the visitor without an account who entered it; else empty."""
        if not self.edit_secret:
            return ""
        device: str | None = (
            self.versions.filter(number=1, author=None).values_list("device", flat=True).first()
        )
        return device or ""

    @property
    def counts(self) -> bool:
        """Only confirmed games feed ratings, statistics and standings."""
        return self.state == GameState.CONFIRMED


class GameAuditRecord(models.Model):
    """One line of a game's history, beside the versions of its sheet. `account` is empty once it is deleted."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="audit_records")
    kind = models.CharField(max_length=10, choices=GameAuditKind.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("event of a game")
        verbose_name_plural = _("events of games")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.kind}"


class GameOption(models.Model):
    """One option that differs from its default, such as train = full; derived from the sheet."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="options")
    key = models.CharField(max_length=40)
    value = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="option_once_in_game")]
        indexes = [models.Index(fields=["key", "value", "game"], name="game_option_lookup")]

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


def photo_path(photo: "GamePhoto", name: str) -> str:
    """A name nobody can guess, in a folder per year: the sender's file name tells us nothing."""
    return f"photos/{photo.game.played_on:%Y}/{new_public_id()}.jpg"


class GamePhoto(models.Model):
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="photo")
    file = models.FileField(upload_to=photo_path)
    attached_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("photo of a sheet")
        verbose_name_plural = _("photos of sheets")

    def __str__(self) -> str:
        return self.file.name or ""


class SeatQuerySet(models.QuerySet["Seat"]):
    def shown_to(self, viewer: Viewer) -> Self:
        """With their players, each seat knowing who sits there for the viewer (`seat.shown`)."""
        players = Prefetch("player", queryset=Player.with_merged.shown_to(viewer))
        return self.marking_tables_of(viewer).prefetch_related(players)

    def marking_tables_of(self, viewer: Viewer) -> Self:
        """Each seat knowing whether the viewer sat at its table, or keeps the scores of its club and so of those who
        have left since; without a query for each.
        """
        # Whoever reads every name anyway may be nobody in the database.
        if is_stranger(viewer) or viewer.is_staff:
            return self.annotate(is_named_at_table=NO)
        reads = Q(game__club__in=clubs_of(viewer, least=Role.SCOREKEEPER))
        if viewer.is_authenticated:
            reads |= Q(Exists(Seat.objects.filter(game=OuterRef("game"), player__account=viewer.pk)))
        return self.annotate(
            is_named_at_table=Case(When(reads, then=YES), default=NO, output_field=models.BooleanField())
        )


class Seat(models.Model):
    """`index` is the seat's place on the sheet. `faction` is what statistics are kept by (the clan).

    `lines` holds quantity and VP by line key, added up over the rounds; explanations are computed when somebody
    looks, because they follow from the sheet.

    `is_named_at_table`: the reader may read who sits here whatever that person shows to others, because they sat at
    the same table, keep the club's scores or were handed the names. Asked for by `shown_to`; nobody has sat there
    unless it was asked.
    """

    is_named_at_table = False

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    is_bot = models.BooleanField(default=False)
    player = models.ForeignKey(
        Player,
        verbose_name=_("player"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
    )
    name = models.CharField(_("name"), max_length=80, blank=True)
    faction = models.CharField(max_length=40, blank=True)
    total = models.IntegerField()
    rank = models.PositiveSmallIntegerField()
    lines = models.JSONField(default=dict)

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_once_in_game"),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=models.Q(player__isnull=False),
                name="player_once_in_game",
            ),
        ]
        indexes = [models.Index(fields=["faction", "game"], name="seat_by_faction")]

    def __str__(self) -> str:
        return self.name or f"#{self.index + 1}"

    @property
    def is_named(self) -> bool:
        """Whether the reader of `shown_to` reads who sits here; what was typed without a player everyone reads."""
        return self.player is None or self.player.shown_to_viewer or self.is_named_at_table

    @property
    def shown(self) -> ShownPlayer | None:
        """Who sits here, as the reader of `shown_to` may see them; None for a bot and for a name without a player."""
        return shown_at_table(self.player, is_named_at_table=self.is_named_at_table) if self.player else None


class Sitter(Protocol):
    """A player of the database, or what a list read of one."""

    @property
    def name(self) -> str: ...
    @property
    def shown(self) -> ShownPlayer: ...


def shown_at_table(sitter: Sitter, *, is_named_at_table: bool) -> ShownPlayer:
    """The one place that says who sits in a seat: as the reader may see them anywhere, otherwise by the name alone
    if they sat there together or the reader keeps the record of that table.
    """
    shown = sitter.shown
    if shown.public_id is None and is_named_at_table:
        return ShownPlayer.name_alone(sitter.name)
    return shown


class SheetVersion(models.Model):
    """The truth a game's result is computed from.

    `sheet` is the ruleset's raw input. `facts` are the circumstances (date, place, ...) and who sat where. `content` is
    the number of the first version that said the same of everything people confirm (`content_of` in
    `services/results.py`). `device` is the phone it was entered on, as only this game knows it (`device_in` in
    `services/proofs.py`).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    cause = models.CharField(max_length=10, choices=VersionCause.choices)
    sheet = models.JSONField()
    facts = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    content = models.PositiveIntegerField(default=1, db_default=1)
    device = models.CharField(max_length=64, blank=True, default="", db_default="")
    comment = models.CharField(_("comment"), max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("version of a sheet")
        verbose_name_plural = _("versions of sheets")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="version_once_in_game")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"
