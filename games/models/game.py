"""A played game: when, where, by which rules, and whether it counts."""

from django.conf import settings
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.addresses import address_at
from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.enums import GameState


class Game(models.Model):
    """The current result. What people typed is in the sheet versions; everything here follows from the newest
    one and from the verdicts, and can be rebuilt (`manage.py rebuild scores`).

    `totals_only` games were imported without a sheet: they count for results, never for line statistics.
    `content` is the first version that said what people would confirm now. `entry_key` is chosen by whoever sends the
    game, so that sending twice records once. `edit_secret` is the hash of what lets a visitor without an account
    correct what they entered.
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
    entry_key = models.UUIDField(unique=True, null=True, editable=False)
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
