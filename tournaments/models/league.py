"""A club's competition, season after season."""

from typing import Any, Self

from django.core.validators import MaxLengthValidator
from django.db import models
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.public_id import new_public_id
from games.clubs.models import Club


class LeagueQuerySet(models.QuerySet["League"]):
    def visible_to(self, viewer: Any) -> Self:
        """A league is seen by whoever sees its club."""
        return self.filter(club__in=Club.objects.visible_to(viewer).order_by().values("pk"))

    def listed_for(self, viewer: Any) -> Self:
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


def readable_key(public_id: str, name: str) -> str:
    """What stands in an address: the id that finds the thing, then its name for the eye."""
    slug = slugify(name)[:40].strip("-")
    return f"{public_id}-{slug}" if slug else public_id
