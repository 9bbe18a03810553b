"""A tournament of a club: a day or a weekend, who takes part, its stages, and who plays in each as which seed."""

from typing import Self

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import F, Prefetch, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.players.models import Player
from games.players.viewers import Viewer
from tournaments.events.configuration import EventConfiguration
from tournaments.events.enums import (
    FROM_OUTSIDE,
    ON_THE_LIST,
    Admission,
    EventState,
    ParticipantMail,
    ParticipantState,
)
from tournaments.formats.stages import Kind, Stage, read_stage
from tournaments.shared.models import new_lot_seed, readable_key


class EventQuerySet(models.QuerySet["Event"]):
    def listed_for(self, viewer: Viewer) -> Self:
        return self.filter(club__in=Club.objects.listed_for(viewer).order_by().values("pk"))


class Event(models.Model):
    """`settings` is an `EventConfiguration` as plain data; nobody else writes it. `version` grows with every change of
    settings or stages, so that two organisers cannot overwrite each other unseen.

    Everybody who plays is a member of the club, so its games are ordinary games of the club. `screen_key` is the secret
    of the big screen's link, empty until an organiser asks for one.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="tournaments"
    )
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(
        _("description"), max_length=2000, blank=True, validators=[MaxLengthValidator(2000)]
    )
    system = models.CharField(_("game"), max_length=40)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    place = models.CharField(_("place"), max_length=200, blank=True)
    is_online = models.BooleanField(_("online"), default=False)
    fee_note = models.CharField(_("entry fee"), max_length=200, blank=True)
    state = models.CharField(
        _("state"), max_length=12, choices=EventState.choices, default=EventState.PLANNED
    )
    admission = models.CharField(
        _("who may register"), max_length=9, choices=Admission.choices, default=Admission.MEMBERS
    )
    cap = models.PositiveSmallIntegerField(_("most players"), null=True, blank=True)
    needs_check_in = models.BooleanField(_("players check in"), default=True)
    round_minutes = models.PositiveSmallIntegerField(_("minutes for a round"), null=True, blank=True)
    settings = models.JSONField(default=dict)
    lot_seed = models.PositiveIntegerField(default=new_lot_seed, editable=False)
    names_shown_since = models.DateTimeField(_("names are shown to everybody since"), null=True, blank=True)
    screen_key = models.CharField(max_length=22, blank=True, db_index=True, editable=False)
    door_key = models.CharField(max_length=10, default=new_public_id, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)
    is_demo = models.BooleanField(_("demo data"), default=False, editable=False)
    # Links of e-mails begin with the site's own address (settings.PUBLIC_URL); the next version removes the column.
    site_address = models.CharField(
        max_length=200,
        blank=True,
        editable=False,
        help_text="Where the site was lately: the job that writes e-mails has no request.",
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="event_ends_after_start",
                violation_error_message=_("The last day is before the first."),
            )
        ]
        indexes = [models.Index(fields=["club", "-starts_on"], name="event_newest_of_club")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("events:event", args=[self.address_key])

    @property
    def address_key(self) -> str:
        return readable_key(self.public_id, self.name)

    @property
    def configuration(self) -> EventConfiguration:
        return EventConfiguration.from_stored(self.settings)

    @property
    def shows_names(self) -> bool:
        """Whether its pages name the players to everybody, as they read when they registered."""
        return self.names_shown_since is not None

    @property
    def is_finished(self) -> bool:
        return self.state == EventState.FINISHED

    @property
    def is_over(self) -> bool:
        return self.is_finished

    def keep_club_of(self, other: Self) -> None:
        """For a row fetched anew: the club of the other stays, with the role it knows."""
        self.club = other.club

    @property
    def is_running(self) -> bool:
        return self.state == EventState.RUNNING

    @property
    def has_begun(self) -> bool:
        return self.state in {EventState.RUNNING, EventState.FINISHED}

    def names_player_of(self, user: Viewer) -> bool:
        """Whether the list names the user as somebody from outside who asked or was invited, asked once. Everybody
        else on it is a member of the club, and sees the event while they are one.
        """
        if not user.is_authenticated:
            return False
        if getattr(self, "_asked_by", None) != user.pk:
            self._asked_by = user.pk
            self._names_asker = self.participants.filter(
                player__account=user.pk, state__in=FROM_OUTSIDE
            ).exists()
        return self._names_asker


class ParticipantQuerySet(models.QuerySet["Participant"]):
    def shown_to(self, viewer: Viewer, *, named: bool) -> Self:
        """With the players as the viewer may see them; `named` where the competition names them."""
        return self.prefetch_related(
            Prefetch("player", queryset=Player.with_merged.shown_to(viewer, named=named))
        )

    def on_the_list(self) -> Self:
        return self.filter(state__in=ON_THE_LIST)


class Participant(models.Model):
    """`public_id` names the player in draws and standings, which are public; `token` is the secret of the QR code
    that checks in without an account. `team` and `family` are kept apart by the draw.

    `rating` is the strength when the event began. `sits_out`: does not play the next round. `final_place` is there
    once the event is finished.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    token = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="participants")
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.CASCADE, related_name="event_participations"
    )
    state = models.CharField(
        _("state"), max_length=12, choices=ParticipantState.choices, default=ParticipantState.REGISTERED
    )
    queued_at = models.DateTimeField(_("on the list since"), default=timezone.now, editable=False)
    team = models.CharField(_("club or team"), max_length=40, blank=True)
    family = models.CharField(_("family"), max_length=40, blank=True)
    rating = models.SmallIntegerField(_("rating"), null=True, blank=True)
    sits_out = models.BooleanField(_("sits out the next round"), default=False)
    joined_round = models.PositiveSmallIntegerField(_("first round"), default=1)
    left_after = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    mail = models.CharField(
        _("e-mails"), max_length=6, choices=ParticipantMail.choices, default=ParticipantMail.PLACE
    )
    final_place = models.PositiveSmallIntegerField(_("final place"), null=True, blank=True)

    objects = ParticipantQuerySet.as_manager()

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
        return self.state == ParticipantState.CHECKED_IN or (
            self.state == ParticipantState.REGISTERED and not self.event.needs_check_in
        )

    @property
    def has_left(self) -> bool:
        return self.state in {ParticipantState.DROPPED, ParticipantState.DISQUALIFIED}


class EventStage(models.Model):
    """`settings` is a `Stage` of `tournaments.formats` as plain data; nobody else writes it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("number"))
    settings = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("stage of a tournament")
        verbose_name_plural = _("stages of tournaments")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_stage_once")]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def club(self) -> Club:
        return self.event.club

    @property
    def stage(self) -> Stage:
        read = read_stage(self.settings)
        if read.stage is None:
            raise ValueError(f"stored stage cannot be read: {read.violations}")
        return read.stage

    @property
    def kind(self) -> Kind:
        return self.stage.kind


class StageParticipant(models.Model):
    """Somebody who plays in a stage; seed 1 is the first. Made when the stage begins."""

    stage = models.ForeignKey(EventStage, on_delete=models.CASCADE, related_name="participants")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="stages")
    seed = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("place in a stage")
        verbose_name_plural = _("places in stages")
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "participant"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} #{self.seed}"
