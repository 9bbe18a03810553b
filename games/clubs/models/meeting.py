"""A meeting of a club, who comes to it, and who wants no e-mails when one they meant to come to changes."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Count, F, OuterRef, Prefetch, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.enums import Attendance
from games.clubs.meeting_times import on_wall
from games.players.models import Player
from games.players.viewers import Viewer


class MeetingAnswerQuerySet(models.QuerySet["MeetingAnswer"]):
    def shown_to(self, viewer: Viewer) -> Self:
        """With the players as the viewer may see them."""
        return self.prefetch_related(Prefetch("player", queryset=Player.with_merged.shown_to(viewer)))


class MeetingAnswer(models.Model):
    """A member's word; a new one takes the place of the old."""

    meeting = models.ForeignKey(
        "clubs.Meeting", verbose_name=_("club event"), on_delete=models.CASCADE, related_name="answers"
    )
    player = models.ForeignKey(
        "players.Player", verbose_name=_("player"), on_delete=models.CASCADE, related_name="meeting_answers"
    )
    choice = models.CharField(_("answer"), max_length=6, choices=Attendance.choices)
    answered_at = models.DateTimeField(_("answered"), default=timezone.now)

    objects = MeetingAnswerQuerySet.as_manager()

    class Meta:
        verbose_name = _("answer to an event")
        verbose_name_plural = _("answers to events")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["meeting", "player"], name="meeting_answer_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.meeting} · {self.get_choice_display()}"


class MeetingQuerySet(models.QuerySet["Meeting"]):
    def coming(self) -> Self:
        """Those not over yet, the next one first."""
        return self.filter(ends_at__gt=timezone.now()).order_by("starts_at", "pk")

    def past(self) -> Self:
        """Those that are over, the latest first."""
        return self.filter(ends_at__lte=timezone.now()).order_by("-starts_at", "-pk")

    def later_in_series(self, meeting: "Meeting") -> Self:
        """Those planned together with the meeting and not over that come after it."""
        if not meeting.series:
            return self.none()
        return self.coming().filter(
            club=meeting.club_id, series=meeting.series, starts_at__gt=meeting.starts_at
        )

    def with_answers(self, viewer: Viewer) -> Self:
        """With how many are coming and maybe coming, and the viewer's own answer."""
        own = MeetingAnswer.objects.filter(meeting=OuterRef("pk"), player__account=viewer.pk or 0)
        return self.annotate(
            coming_count=_how_many(Attendance.COMING),
            maybe_count=_how_many(Attendance.MAYBE),
            own_answer=Subquery(own.values("choice")[:1]),
        )


def _how_many(choice: Attendance) -> Coalesce:
    # Counted in a subquery: a grouped query would lose the order of the meetings.
    answers = MeetingAnswer.objects.filter(meeting=OuterRef("pk"), choice=choice).order_by().values("meeting")
    return Coalesce(Subquery(answers.annotate(n=Count("pk")).values("n")), 0)


class Meeting(models.Model):
    """A club night. Times are UTC and are shown as the club's clock has them.

    Meetings planned as a repetition share `series` and are independent otherwise: one can move or be cancelled
    alone.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(
        "clubs.Club", verbose_name=_("club"), on_delete=models.CASCADE, related_name="meetings"
    )
    series = models.CharField(max_length=10, blank=True, editable=False)
    title = models.CharField(_("title"), max_length=80)
    starts_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    description = models.TextField(
        _("description"), max_length=2000, blank=True, validators=[MaxLengthValidator(2000)]
    )
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("planned by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        editable=False,
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    objects = MeetingQuerySet.as_manager()

    class Meta:
        verbose_name = _("club event")
        verbose_name_plural = _("club events")
        ordering = ["starts_at", "pk"]
        indexes = [models.Index(fields=["club", "ends_at"], name="meeting_by_end")]
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="meeting_ends_after_start")
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("clubs:event", args=[self.club.slug, self.public_id])

    @property
    def is_over(self) -> bool:
        return self.ends_at <= timezone.now()

    @property
    def is_cancelled(self) -> bool:
        return self.cancelled_at is not None

    @property
    def starts_on_wall(self) -> datetime:
        return on_wall(self.starts_at, self.club.time_zone)

    @property
    def ends_on_wall(self) -> datetime:
        return on_wall(self.ends_at, self.club.time_zone)

    @property
    def ends_same_day(self) -> bool:
        return self.starts_on_wall.date() == self.ends_on_wall.date()


class MeetingMailOptOut(models.Model):
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="meeting_mail_opt_out"
    )
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("refusal of e-mails about events")
        verbose_name_plural = _("refusals of e-mails about events")

    def __str__(self) -> str:
        return str(self.account_id)
