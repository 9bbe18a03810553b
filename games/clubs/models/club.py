"""A group of people who play together."""

from typing import Any, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.addresses import address_at
from caledonia_site.common.public_id import new_public_id
from caledonia_site.common.time_zones import is_time_zone
from games.clubs.enums import ClubVisibility, Role
from games.clubs.models.membership import Membership
from games.players.fields import NormalisedField
from games.players.names import normalised
from games.players.viewers import ClubReader, is_stranger


def validate_time_zone(name: str) -> None:
    if not is_time_zone(name):
        raise ValidationError(_("“%(name)s” is no time zone."), code="time_zone", params={"name": name})


def _number_of(viewer: Any) -> int:
    """Tells the account from the same person with a token for one club, whose role elsewhere is another."""
    return -viewer.account_id if isinstance(viewer, ClubReader) else viewer.pk or 0


class ClubQuerySet(models.QuerySet["Club"]):
    def for_viewer(self, viewer: Any) -> Self:
        """With the viewer's role in each, so that permissions cost no further query."""
        if is_stranger(viewer):
            return self.annotate(viewer_id=Value(0), viewer_role=Value(None, output_field=models.CharField()))
        role = Membership.objects.held_by(viewer).filter(club=OuterRef("pk")).values("role")
        return self.annotate(viewer_id=Value(_number_of(viewer)), viewer_role=Subquery(role[:1]))

    def visible_to(self, viewer: Any) -> Self:
        """Clubs whose pages the viewer may open, once they know the address."""
        if is_stranger(viewer):
            return self.exclude(visibility=ClubVisibility.PRIVATE)
        if viewer.is_staff:
            return self
        return self.filter(~Q(visibility=ClubVisibility.PRIVATE) | self._has(viewer))

    def listed_for(self, viewer: Any) -> Self:
        """Clubs to find in lists and searches: the public ones and the viewer's own."""
        public = Q(visibility=ClubVisibility.PUBLIC)
        return self.filter(public if is_stranger(viewer) else public | self._has(viewer))

    def of(self, viewer: Any) -> Self:
        return self.filter(self._has(viewer))

    def named_like(self, text: str) -> Self:
        """Every word stands in the club's name or town, accents and case aside."""
        found = self
        for word in normalised(text).split():
            found = found.filter(Q(name_key__contains=word) | Q(town_key__contains=word))
        return found

    def with_member_count(self) -> Self:
        # Counted in a subquery: a grouped query would lose the order of the clubs.
        members = (
            Membership.objects.filter(club=OuterRef("pk")).order_by().values("club").annotate(n=Count("pk"))
        )
        return self.annotate(member_count=Coalesce(Subquery(members.values("n")), 0))

    @staticmethod
    def _has(viewer: Any) -> Q:
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

    def role_of(self, user: Any) -> Role | None:
        """The user's role in this club, asked once."""
        if is_stranger(user):
            return None
        if getattr(self, "viewer_id", None) != _number_of(user):
            self.viewer_id = _number_of(user)
            memberships = Membership.objects.held_by(user).filter(club=self)
            self.viewer_role = memberships.values_list("role", flat=True).first()
        return Role(self.viewer_role) if self.viewer_role else None
