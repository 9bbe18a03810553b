"""A person at the table, with or without an account; and two players who turned out to be one person."""

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from caledonia_site.common.formatting import address_at
from caledonia_site.common.public_id import new_public_id
from games.players.fields import NormalisedField
from games.players.names import normalised
from games.players.viewers import ClubReader, Viewer, is_kept, is_mate, is_stranger

YES, NO = Value(value=True), Value(value=False)


class PageVisibility(models.TextChoices):
    """Who sees a player's name and page; everyone else meets "a player"."""

    PUBLIC = "public", _("Everyone")
    CLUB = "club", _("Members of the same clubs")
    HIDDEN = "hidden", _("Nobody but those who keep the records of my clubs")


@dataclass(frozen=True)
class ShownPlayer:
    """What a viewer gets of a player: pages, the API and exports take names from here and nowhere else."""

    name: str
    public_id: str | None = None
    address: str | None = None

    @classmethod
    def named(cls, name: str, public_id: str) -> Self:
        address = address_at("players:detail", address_key_of(name, public_id))
        return cls(name=name, public_id=public_id, address=address)

    @classmethod
    def name_alone(cls, name: str) -> Self:
        """For who may know the name here, because they sat beside them, were handed a link with names or read of a
        competition that names its players: it opens neither page nor id.
        """
        return cls(name=name)

    @classmethod
    def nameless(cls) -> Self:
        """Without id or address too, so that two sightings cannot be linked."""
        return cls(name=pgettext("somebody whose name is hidden", "a player"))


@lru_cache(maxsize=10_000)
def _slug_of(name: str) -> str:
    return slugify(name)[:40].strip("-")


def address_key_of(name: str, public_id: str) -> str:
    """What stands in the address of a page: the id that finds the player, then the name for the eye."""
    slug = _slug_of(name)
    return f"{public_id}-{slug}" if slug else public_id


def shown_as(name: str, public_id: str, visibility: str, *, is_seen: bool, named: bool) -> ShownPlayer:
    """The one place that says what a competition that names its players (`named`) shows to who may not see them: every
    name, but not the way to a page that is not theirs to open, and never the name of who is hidden from everybody.
    """
    if is_seen:
        return ShownPlayer.named(name, public_id)
    if named and visibility != PageVisibility.HIDDEN:
        return ShownPlayer.name_alone(name)
    return ShownPlayer.nameless()


class PlayerQuerySet(models.QuerySet["Player"]):
    def visible_to(self, viewer: Viewer) -> Self:
        """Players whose name the viewer may know."""
        return self.filter(seen_by(viewer))

    def shown_to(self, viewer: Viewer, *, named: bool = False) -> Self:
        """All of them, each knowing whether the viewer may see its name (`player.shown`).

        `named`: on pages of a competition that names its players, and told them so; see `shown_as`.
        """
        players = self.annotate(
            shown_to_viewer=Case(
                When(seen_by(viewer), then=YES), default=NO, output_field=models.BooleanField()
            )
        )
        return players.annotate(named_here=YES) if named else players

    def named_like(self, text: str) -> Self:
        """Every word of the text begins or stands inside the name, accents and case aside."""
        players = self
        for word in normalised(text).split():
            players = players.filter(name_key__contains=word)
        return players


def seen_by(viewer: Viewer) -> Q:
    """The one place that says whose names a viewer may know."""
    if is_stranger(viewer):
        return Q(visibility=PageVisibility.PUBLIC)
    if viewer.is_staff:
        return Q(pk__isnull=False)
    return (
        Q(visibility=PageVisibility.PUBLIC)
        | Q(account=viewer.account_id if isinstance(viewer, ClubReader) else viewer)
        | (Q(visibility=PageVisibility.CLUB) & is_mate(viewer))
        | is_kept(viewer)
    )


class CurrentPlayers(models.Manager["Player"]):
    """Without players that were merged into another one."""

    def get_queryset(self) -> PlayerQuerySet:
        return PlayerQuerySet(self.model, using=self._db).filter(merged_into=None)


class Player(models.Model):
    """Whoever sits at a table: many players of imported games and guests never open an account.

    A player merged into another stays as an empty row that names the other, so that old addresses lead on and
    the merge can be undone; `Player.objects` leaves these out.
    """

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    name = models.CharField(_("name"), max_length=80)
    name_key = NormalisedField(source="name", max_length=160, db_index=True)
    visibility = models.CharField(
        _("who sees the name and page"),
        max_length=6,
        choices=PageVisibility,
        default=PageVisibility.PUBLIC,
    )
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="player",
    )
    merged_into = models.ForeignKey(
        "self",
        verbose_name=_("merged into"),
        null=True,
        editable=False,
        on_delete=models.CASCADE,
        related_name="merged_players",
    )
    is_demo = models.BooleanField(_("demo data"), default=False, editable=False, db_index=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    # What `shown_to` may set.
    named_here = False

    objects = CurrentPlayers.from_queryset(PlayerQuerySet)()
    with_merged = models.Manager.from_queryset(PlayerQuerySet)()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return address_at("players:detail", self.address_key)

    @property
    def is_guest(self) -> bool:
        return self.account_id is None

    @property
    def shown(self) -> ShownPlayer:
        """As the viewer of `shown_to` may see it; a player fetched without it is a mistake of ours.

        Of who sits at a table, `seat.shown`: those who sat there know each other.
        """
        return self.shown_where(named=self.named_here)

    def shown_where(self, *, named: bool) -> ShownPlayer:
        """As `shown`, for lists that mix competitions that name their players with others that do not."""
        # Lists that name nobody beyond what people chose come without it, and must not ask for each.
        visibility = self.visibility if named else ""
        return shown_as(self.name, self.public_id, visibility, is_seen=self.shown_to_viewer, named=named)

    def is_visible_to(self, viewer: Viewer) -> bool:
        if self.visibility == PageVisibility.PUBLIC:
            return True
        return Player.with_merged.filter(pk=self.pk).visible_to(viewer).exists()

    def shown_for(self, viewer: Viewer, *, named: bool = False) -> ShownPlayer:
        """As `shown`, for a single player that was fetched without asking."""
        self.shown_to_viewer = self.is_visible_to(viewer)
        return self.shown_where(named=named)

    @property
    def address_key(self) -> str:
        return address_key_of(self.name, self.public_id)


TIME_TO_UNDO = timedelta(days=30)


class PlayerMergeQuerySet(models.QuerySet["PlayerMerge"]):
    def undoable(self) -> Self:
        """Young enough, and with no later merge of the same players on top."""
        later = PlayerMerge.objects.filter(
            Q(source=OuterRef("source"))
            | Q(source=OuterRef("target"))
            | Q(target=OuterRef("source"))
            | Q(target=OuterRef("target")),
            pk__gt=OuterRef("pk"),
            undone_at=None,
        )
        return self.filter(~Exists(later), undone_at=None, merged_at__gt=timezone.now() - TIME_TO_UNDO)


class PlayerMerge(models.Model):
    """Who put which player into which, and exactly what moved, so that it can be taken back."""

    public_id = models.CharField(max_length=10, unique=True, default=new_public_id, editable=False)
    source = models.ForeignKey(
        "players.Player",
        verbose_name=_("merged player"),
        on_delete=models.CASCADE,
        related_name="merges_away",
    )
    target = models.ForeignKey(
        "players.Player", verbose_name=_("into"), on_delete=models.CASCADE, related_name="merges_in"
    )
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("merged by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    merged_at = models.DateTimeField(_("merged"), default=timezone.now)
    moved = models.JSONField(_("what moved"), default=dict)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("undone by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    objects = PlayerMergeQuerySet.as_manager()

    class Meta:
        verbose_name = _("merge of players")
        verbose_name_plural = _("merges of players")
        ordering = ["-merged_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"
