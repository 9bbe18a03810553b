"""Who takes part in an event."""

from typing import Any, Self

from django.db import models
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.players.models import Player
from tournaments.event_enums import ON_THE_LIST, EntryMail, EntryState
from tournaments.models.event import Event


class EventEntryQuerySet(models.QuerySet["EventEntry"]):
    def shown_to(self, viewer: Any, *, named: bool) -> Self:
        """With the players as the viewer may see them; `named` where the competition names them."""
        return self.prefetch_related(
            Prefetch("player", queryset=Player.with_merged.shown_to(viewer, named=named))
        )

    def on_the_list(self) -> Self:
        return self.filter(state__in=ON_THE_LIST)


class EventEntry(models.Model):
    """`public_id` names the player in draws and standings, which are public; `token` is the secret of the QR code
    that checks in without an account. `team` and `family` are kept apart by the draw.

    `rating` is the strength when the event began. `sits_out`: does not play the next round. `final_place` is there
    once the event is finished.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    token = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="event_entries"
    )
    state = models.CharField(
        _("state"), max_length=12, choices=EntryState.choices, default=EntryState.REGISTERED
    )
    queued_at = models.DateTimeField(_("on the list since"), default=timezone.now, editable=False)
    team = models.CharField(_("club or team"), max_length=40, blank=True)
    family = models.CharField(_("family"), max_length=40, blank=True)
    rating = models.SmallIntegerField(_("rating"), null=True, blank=True)
    sits_out = models.BooleanField(_("sits out the next round"), default=False)
    joined_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    left_after = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    mail = models.CharField(_("e-mails"), max_length=6, choices=EntryMail.choices, default=EntryMail.PLACE)
    final_place = models.PositiveSmallIntegerField(_("final place"), null=True, blank=True)

    objects = EventEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("participant of a tournament")
        verbose_name_plural = _("participants of tournaments")
        ordering = ["queued_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="event_entry_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.event}"

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def plays(self) -> bool:
        """Whether a draw counts on them, sitting out aside."""
        return self.state == EntryState.CHECKED_IN or (
            self.state == EntryState.REGISTERED and not self.event.needs_check_in
        )

    @property
    def has_left(self) -> bool:
        return self.state in {EntryState.DROPPED, EntryState.DISQUALIFIED}
