"""How a club decides that a game counts, what a seated player says of a result, and which phone answers for a seat
whose player has no account.
"""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from games.players.models import Player
from games.results.enums import ClaimState, ConfirmationRule, VerdictKind, VerdictMeans
from games.results.models.game import Game, Seat


class ClubConfirmation(models.Model):
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="confirmation")
    rule = models.CharField(
        _("games count"), max_length=10, choices=ConfirmationRule.choices, default=ConfirmationRule.AT_ONCE
    )
    silence_days = models.PositiveSmallIntegerField(
        _("days to object"), default=3, validators=[MinValueValidator(1), MaxValueValidator(60)]
    )
    links_count = models.BooleanField(
        _("confirmations of guests count"),
        default=True,
        db_default=True,
    )

    class Meta:
        verbose_name = _("counting of games")
        verbose_name_plural = _("counting of games")

    def __str__(self) -> str:
        return self.get_rule_display()


class Verdict(models.Model):
    """One word of one person. Words are added, never overwritten: the history shows them all.

    `index` is the seat's place on the sheet and `player` or `name` who sat there: an objection outlives a change of
    seats. `content` is the first version that said what was judged (`SheetVersion.content`). A word holds until
    `closed_at`: another one of the same person replaced it, it was taken back, or an organiser settled the objection.

    `objections` lists the disputed lines, each with a comment: [{"line": "exports", "comment": "..."}]. `account`
    spoke, or was signed in on the phone that did; `shown_by` handed out the link or code.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="verdicts")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="verdicts"
    )
    name = models.CharField(max_length=80, blank=True)
    version = models.PositiveIntegerField()
    content = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=VerdictKind.choices)
    objections = models.JSONField(default=list, blank=True)
    means = models.CharField(max_length=10, choices=VerdictMeans.choices)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    device = models.CharField(max_length=64, blank=True)
    shown_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index}: {self.kind}"

    @property
    def is_open_objection(self) -> bool:
        return self.kind == VerdictKind.DISPUTED and self.closed_at is None


class SeatClaim(models.Model):
    """Somebody said on a phone: that is me. `person` is who sat there then (`person_in` of `services/proofs.py`): after
    a change of seats the claim means nothing, and after going back it holds again.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="claims")
    person = models.CharField(max_length=16)
    device = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=ClaimState.choices)
    shown_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    taken_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("claim of a seat")
        verbose_name_plural = _("claims of seats")
        constraints = [models.UniqueConstraint(fields=["seat", "device"], name="device_once_at_seat")]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.state}"
