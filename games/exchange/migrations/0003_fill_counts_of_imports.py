from django.db import migrations
from django.db.models import Count, Max, Q

KINDS = ("new", "known", "doubtful", "unreadable", "skipped")


def count_rows(apps, schema_editor):
    """Until now every page counted the rows."""
    batches = apps.get_model("exchange", "ImportBatch")
    rows = apps.get_model("exchange", "ImportRow")
    rows.objects.exclude(findings=[]).update(is_flagged=True)
    for batch in batches.objects.defer("packed").iterator():
        of_batch = rows.objects.filter(batch=batch)
        counts = of_batch.aggregate(
            total=Count("pk"),
            flagged=Count("pk", filter=Q(is_flagged=True)),
            imported=Count("pk", filter=Q(state="imported")),
            failed=Count("pk", filter=Q(state="failed")),
            position=Max("number", filter=~Q(state="waiting")),
            **{kind: Count("pk", filter=Q(kind=kind)) for kind in KINDS},
        )
        counts["position"] = counts["position"] or 0
        batches.objects.filter(pk=batch.pk).update(**counts)


class Migration(migrations.Migration):
    dependencies = [("exchange", "0002_counts_of_imports")]

    operations = [migrations.RunPython(count_rows, migrations.RunPython.noop)]
