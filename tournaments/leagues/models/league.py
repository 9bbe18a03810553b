"""A club's competition, season after season, and one season: its dates, its rules, and how far it has come."""

from typing import Self

from django.conf import settings as site_settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club
from games.players.viewers import Viewer
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.enums import Enrolment, SeasonKind, SeasonState
from tournaments.shared.models import new_lot_seed, readable_key


class LeagueQuerySet(models.QuerySet["League"]):
    def visible_to(self, viewer: Viewer) -> Self:
        """A league is seen by whoever sees its club."""
        return self.filter(club__in=Club.objects.visible_to(viewer).order_by().values("pk"))

    def listed_for(self, viewer: Viewer) -> Self:
        return self.filter(club__in=Club.objects.listed_for(viewer).order_by().values("pk"))


class League(models.Model):
    """All its seasons are of one game system; who runs it follows from the roles in the club."""

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    club = models.ForeignKey(Club, verbose_name=_("club"), on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=80)
    description = models.TextField(
        _("description"), max_length=2000, blank=True, validators=[MaxLengthValidator(2000)]
    )
    system = models.CharField(_("game"), max_length=40)
    names_shown_since = models.DateTimeField(_("names are shown to everybody since"), null=True, blank=True)
    is_demo = models.BooleanField(_("demo data"), default=False, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:league", args=[self.address_key])

    @property
    def address_key(self) -> str:
        return readable_key(self.public_id, self.name)

    @property
    def shows_names(self) -> bool:
        """Whether its pages name the players to everybody, as they read when they came in."""
        return self.names_shown_since is not None


class SeasonQuerySet(models.QuerySet["Season"]):
    def visible_to(self, viewer: Viewer) -> Self:
        return self.filter(league__club__in=Club.objects.visible_to(viewer).order_by().values("pk"))

    def running(self) -> Self:
        return self.filter(state=SeasonState.RUNNING)


class Season(models.Model):
    """`settings` is a `Configuration` as plain data; nobody else writes it.

    A closed season is frozen: its standings stay as they were whatever becomes of its games.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    league = models.ForeignKey(
        League, verbose_name=_("league"), on_delete=models.CASCADE, related_name="seasons"
    )
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=6, choices=SeasonKind.choices, default=SeasonKind.OPEN)
    state = models.CharField(
        _("state"), max_length=7, choices=SeasonState.choices, default=SeasonState.RUNNING
    )
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    enrolment = models.CharField(
        _("who takes part"), max_length=9, choices=Enrolment.choices, default=Enrolment.EVERYBODY
    )
    settings = models.JSONField(default=dict)
    lot_seed = models.PositiveIntegerField(default=new_lot_seed, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    closed_by = models.ForeignKey(
        site_settings.AUTH_USER_MODEL,
        verbose_name=_("closed by"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    # Links of e-mails begin with the site's own address (settings.PUBLIC_URL); the next version removes the column.
    site_address = models.CharField(
        max_length=200,
        blank=True,
        editable=False,
        help_text="Where the site was when the season started: the job that writes e-mails has no request.",
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="season_ends_after_start",
                violation_error_message=_("The last day is before the first."),
            )
        ]
        indexes = [models.Index(fields=["state", "ends_on"], name="season_by_state")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:season", args=[self.address_key])

    @property
    def address_key(self) -> str:
        return readable_key(self.public_id, self.name)

    @property
    def club(self) -> Club:
        """Roles of the club decide who may do what with a season."""
        return self.league.club

    @property
    def configuration(self) -> Configuration:
        return Configuration.from_stored(self.settings)

    @property
    def shows_names(self) -> bool:
        return self.league.shows_names

    @property
    def has_groups(self) -> bool:
        return self.kind == SeasonKind.GROUPS

    @property
    def is_running(self) -> bool:
        return self.state == SeasonState.RUNNING

    @property
    def is_planned(self) -> bool:
        return self.state == SeasonState.PLANNED

    @property
    def is_closed(self) -> bool:
        return self.state == SeasonState.CLOSED

    @property
    def is_over(self) -> bool:
        return self.is_closed

    def keep_club_of(self, other: Self) -> None:
        """For a row fetched anew: league and club of the other stay, with the role they know."""
        self.league = other.league
