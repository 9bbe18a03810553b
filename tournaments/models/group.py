"""The pyramid of a season with groups: divisions from the top down, each of one or more groups."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.season import Season


class Division(models.Model):
    """`level` 1 is the top."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField(_("level"))
    name = models.CharField(_("name"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["level"]
        constraints = [models.UniqueConstraint(fields=["season", "level"], name="division_once")]

    def __str__(self) -> str:
        return self.name or gettext("Division %(number)s") % {"number": self.level}


class Group(models.Model):
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        verbose_name = _("group")
        verbose_name_plural = _("groups")
        ordering = ["division__level", "number"]
        constraints = [models.UniqueConstraint(fields=["division", "number"], name="group_once")]

    def __str__(self) -> str:
        return gettext("Group %(letter)s") % {"letter": self.letter}

    @property
    def letter(self) -> str:
        """A, B, C ...; after Z a number, which no club will see."""
        return chr(64 + self.number) if self.number <= 26 else str(self.number)
