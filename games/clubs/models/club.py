"""A group of people who play together: who is in it with which rights, and under which spellings files know them."""

from typing import Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Case, Count, OuterRef, Prefetch, Q, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.formatting import address_at
from caledonia_site.common.public_id import new_public_id
from caledonia_site.common.time_zones import is_time_zone
from games.clubs.enums import ClubVisibility, Role
from games.players.fields import NormalisedField
from games.players.models import Player
from games.players.names import normalised
from games.players.viewers import ClubReader, Viewer, is_stranger


class MembershipQuerySet(models.QuerySet["Membership"]):
    def held_by(self, viewer: Viewer) -> Self:
        """The viewer's own; of whoever looks with a token for one club, the one there."""
        if isinstance(viewer, ClubReader):
            return self.filter(player__account=viewer.account_id, club=viewer.club_id)
        return self.filter(player__account=viewer.pk or 0)

    def shown_to(self, viewer: Viewer) -> Self:
        """With the players as the viewer may see them."""
        return self.prefetch_related(
            Prefetch("player", queryset=Player.with_merged.shown_to(viewer).select_related("account"))
        )

    def by_role(self) -> Self:
        """Owners first; within a role the longest in the club first, which tells nothing about names."""
        rank = Case(*[When(role=role, then=Value(role.rank)) for role in Role], default=Value(len(Role)))
        return self.order_by(rank, "joined_at", "pk")


class Membership(models.Model):
    """A player of a club. Guests, who have no account, are members too: the club plays with them."""

    club = models.ForeignKey(
        "clubs.Club", verbose_name=_("club"), on_delete=models.CASCADE, related_name="memberships"
    )
    player = models.ForeignKey(
        "players.Player", verbose_name=_("player"), on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=11, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="membership_once")]

    def __str__(self) -> str:
        return f"{self.player} · {self.club} · {self.get_role_display()}"


def validate_time_zone(name: str) -> None:
    if not is_time_zone(name):
        raise ValidationError(_("“%(name)s” is no time zone."), code="time_zone", params={"name": name})


def _number_of(viewer: Viewer) -> int:
    """Tells the account from the same person with a token for one club, whose role elsewhere is another."""
    return -viewer.account_id if isinstance(viewer, ClubReader) else viewer.pk or 0


class ClubQuerySet(models.QuerySet["Club"]):
    def for_viewer(self, viewer: Viewer) -> Self:
        """With the viewer's role in each, so that permissions cost no further query."""
        if is_stranger(viewer):
            return self.annotate(viewer_id=Value(0), viewer_role=Value(None, output_field=models.CharField()))
        role = Membership.objects.held_by(viewer).filter(club=OuterRef("pk")).values("role")
        return self.annotate(viewer_id=Value(_number_of(viewer)), viewer_role=Subquery(role[:1]))

    def visible_to(self, viewer: Viewer) -> Self:
        """Clubs whose pages the viewer may open, once they know the address."""
        if is_stranger(viewer):
            return self.exclude(visibility=ClubVisibility.PRIVATE)
        if viewer.is_staff:
            return self
        return self.filter(~Q(visibility=ClubVisibility.PRIVATE) | self._has(viewer))

    def listed_for(self, viewer: Viewer) -> Self:
        """Clubs to find in lists and searches: the public ones and the viewer's own."""
        public = Q(visibility=ClubVisibility.PUBLIC)
        return self.filter(public if is_stranger(viewer) else public | self._has(viewer))

    def of(self, viewer: Viewer) -> Self:
        return self.filter(self._has(viewer))

    def named_like(self, text: str) -> Self:
        """Every word stands in the club's name or town, accents and case aside."""
        clubs = self
        for word in normalised(text).split():
            clubs = clubs.filter(Q(name_key__contains=word) | Q(town_key__contains=word))
        return clubs

    def with_member_count(self) -> Self:
        # Counted in a subquery: a grouped query would lose the order of the clubs.
        members = (
            Membership.objects.filter(club=OuterRef("pk")).order_by().values("club").annotate(n=Count("pk"))
        )
        return self.annotate(member_count=Coalesce(Subquery(members.values("n")), 0))

    @staticmethod
    def _has(viewer: Viewer) -> Q:
        # A subquery instead of a join: a club must not appear once per member.
        return Q(pk__in=Membership.objects.held_by(viewer).values("club"))


class Club(models.Model):
    """Names are unique among public clubs only: a "name taken" would tell outsiders of a private club.

    For the same reason, and so that nobody guesses it, the address of a club that is not public ends in its
    public id.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    slug = models.SlugField(_("address"), max_length=80, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    name_key = NormalisedField(source="name", max_length=160)
    town = models.CharField(_("town"), max_length=80, blank=True)
    town_key = NormalisedField(source="town", max_length=160)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES, default="en")
    description = models.TextField(
        _("description"), max_length=2000, blank=True, validators=[MaxLengthValidator(2000)]
    )
    visibility = models.CharField(
        _("who sees the club"), max_length=8, choices=ClubVisibility.choices, default=ClubVisibility.PUBLIC
    )
    is_demo = models.BooleanField(_("demo data"), default=False, editable=False, db_index=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["name_key"],
                condition=Q(visibility=ClubVisibility.PUBLIC),
                name="club_public_name_once",
                violation_error_message=_("A public club has this name already."),
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return address_at("clubs:detail", self.slug)

    @property
    def time_zone_name(self) -> str:
        """As people read it."""
        return self.time_zone.replace("_", " ")

    def role_of(self, user: Viewer) -> Role | None:
        """The user's role in this club, asked once."""
        if is_stranger(user):
            return None
        if getattr(self, "viewer_id", None) != _number_of(user):
            self.viewer_id = _number_of(user)
            memberships = Membership.objects.held_by(user).filter(club=self)
            self.viewer_role = memberships.values_list("role", flat=True).first()
        return Role(self.viewer_role) if self.viewer_role else None


class PlayerAlias(models.Model):
    """In a club, or everywhere (no club): there, one spelling means one player."""

    player = models.ForeignKey(
        "players.Player", verbose_name=_("player"), on_delete=models.CASCADE, related_name="aliases"
    )
    club = models.ForeignKey(
        "clubs.Club",
        verbose_name=_("club"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="player_aliases",
        help_text=_("Empty: in every club."),
    )
    spelling = models.CharField(_("spelling"), max_length=80)
    spelling_key = NormalisedField(source="spelling", max_length=160)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("spelling of a player")
        verbose_name_plural = _("spellings of players")
        ordering = ["spelling_key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "spelling_key"], name="alias_once_in_club"),
            models.UniqueConstraint(
                fields=["spelling_key"], condition=Q(club=None), name="alias_once_everywhere"
            ),
        ]

    def __str__(self) -> str:
        return self.spelling
