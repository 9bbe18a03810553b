"""What imports and feeds hold about one person, for their own archive."""

from django.utils.translation import gettext as _

from games.exchange.models import DimensionAlias, FeedKey, ImportBatch
from games.players.models import User
from games.players.signals import PersonalDataSection


def personal_exchange(*, account: User) -> list[PersonalDataSection]:
    """The files they imported (not what stood in them about others), their secret links, the spellings they chose."""
    began = ImportBatch.objects.filter(account=account).select_related("club").defer("packed").order_by("-pk")
    keys = FeedKey.objects.filter(account=account).select_related("club").order_by("pk")
    spellings = DimensionAlias.objects.filter(account=account).order_by("pk")
    return [
        PersonalDataSection(
            "imports",
            _("Files you imported"),
            [
                {
                    "filename": batch.filename,
                    "form": batch.form,
                    "club": batch.club.name if batch.club else None,
                    "state": batch.state,
                    "created_at": batch.created_at,
                    "finished_at": batch.finished_at,
                }
                for batch in began
            ],
        ),
        PersonalDataSection(
            "feed_links",
            _("Secret links you made"),
            [{"club": key.club.name, "created_at": key.created_at} for key in keys],
        ),
        PersonalDataSection(
            "clan_spellings",
            _("Spellings of clans you chose"),
            [
                {"system": alias.system, "spelling": alias.spelling_key, "dimension": alias.dimension}
                for alias in spellings
            ],
        ),
    ]
