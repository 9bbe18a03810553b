"""What leagues and events store alike: abstract bases, so that each family has its own tables, without a join."""

import secrets
from typing import Any, Self

from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from games.results.models import Game
from tournaments.shared.enums import ResultStanding


def readable_key(public_id: str, name: str) -> str:
    """What stands in an address: the id that finds the thing, then its name for the eye."""
    slug = slugify(name)[:40].strip("-")
    return f"{public_id}-{slug}" if slug else public_id


def new_lot_seed() -> int:
    """Drawn once when a competition is set up and shown on its page, so that nobody draws again until it suits."""
    return secrets.randbelow(2**31)


class OtherResultQuerySet(models.QuerySet[Any]):
    def waiting(self) -> Self:
        """For an organiser's decision."""
        return self.filter(standing=ResultStanding.WAITS)

    def in_order(self) -> Self:
        """As they came in."""
        return self.order_by("pk")


class OtherResultBase(models.Model):
    """A sheet from a second phone, and from a third, where one thing has one result. The game is void, and its page
    says why; only one that was the result until an organiser took it off is still a game of the club.

    Each family adds `slot`, which of its things the result is of (related name: `other_results`). Which result counts
    there stands with the slot, as `game`.
    """

    game = models.OneToOneField(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="%(app_label)s_other_result"
    )
    standing = models.CharField(_("what became of it"), max_length=7, choices=ResultStanding.choices)
    at = models.DateTimeField(auto_now_add=True)

    objects = OtherResultQuerySet.as_manager()

    class Meta:
        abstract = True
        verbose_name = _("another result")
        verbose_name_plural = _("other results")

    def __str__(self) -> str:
        return f"{self.game_id}: {self.standing}"
