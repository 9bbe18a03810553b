"""How many stand ahead of a row is counted in the index alone, also with the filters of leaderboards."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_columns_as_they_are")]

    operations = [
        migrations.RemoveIndex(model_name="standing", name="standing_best_first"),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(
                fields=["pool", "-floor", "player", "games", "last_played_on"], name="standing_best_first"
            ),
        ),
    ]
