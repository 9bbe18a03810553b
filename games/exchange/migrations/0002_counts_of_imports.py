from django.db import migrations, models
from django.db.models import Q

COUNTS = (
    "total", "new", "known", "doubtful", "unreadable", "skipped", "flagged", "imported", "failed", "position",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("exchange", "0001_imports_feeds_webhooks")]

    operations = [
        *[
            migrations.AddField("importbatch", name, models.PositiveIntegerField(default=0)) for name in COUNTS
        ],
        migrations.AddField(
            "importbatch",
            "tidied_at",
            models.DateTimeField(blank=True, null=True, verbose_name="rows removed"),
        ),
        migrations.AddField("importrow", "is_flagged", models.BooleanField(default=False)),
        migrations.AddIndex(
            "importrow",
            models.Index(condition=Q(is_flagged=True), fields=["batch", "number"], name="import_row_flagged"),
        ),
    ]
