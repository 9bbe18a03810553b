"""The words of a club: roles, who may see it, and its meetings."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """What a member may do, each role also what the ones after it may."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    MEMBER = "member", _("Member")

    @property
    def rank(self) -> int:
        """0 for an owner, growing as rights shrink."""
        return list(Role).index(self)

    def is_at_least(self, other: "Role") -> bool:
        return self.rank <= other.rank


class ClubVisibility(TextChoices):
    PUBLIC = "public", _("Public: everyone finds it and sees it")
    UNLISTED = "unlisted", _("Unlisted: whoever has its address sees it")
    PRIVATE = "private", _("Private: only members see it")


class Attendance(TextChoices):
    """What a member answers to a meeting."""

    COMING = "coming", _("Coming")
    MAYBE = "maybe", _("Maybe")
    NOT = "not", _("Not coming")


class Repeat(TextChoices):
    """How a planned meeting comes again; each time is a meeting of its own."""

    NEVER = "never", _("Only once")
    WEEKLY = "weekly", _("Every week")
    FORTNIGHTLY = "fortnightly", _("Every two weeks")
    MONTHLY = "monthly", _("Every month, on the same day of the week")
