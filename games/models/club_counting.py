"""How a club decides that a game counts."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clubs.models import Club
from games.enums import CountingRule


class ClubCounting(models.Model):
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="counting")
    rule = models.CharField(
        _("games count"), max_length=10, choices=CountingRule.choices, default=CountingRule.AT_ONCE
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
