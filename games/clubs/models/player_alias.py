"""Other spellings under which a player appears in files to import."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.players.fields import NormalisedField


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
