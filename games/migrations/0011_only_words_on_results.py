"""Every word has its game, seat and content now; the column they came from goes."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_fill_words_on_results")]

    operations = [
        migrations.RemoveField("verdict", "seat"),
        migrations.AlterField(
            "verdict",
            "game",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="verdicts", to="games.game"
            ),
        ),
        migrations.AlterField("verdict", "index", models.PositiveSmallIntegerField()),
        migrations.AlterField("verdict", "content", models.PositiveIntegerField()),
        migrations.AlterField("verdict", "given_at", models.DateTimeField(auto_now_add=True)),
        migrations.AlterField("verdict", "name", models.CharField(blank=True, max_length=80)),
        migrations.AlterField("verdict", "device", models.CharField(blank=True, max_length=64)),
        migrations.AlterField(
            "verdict",
            "kind",
            models.CharField(
                choices=[("confirmed", "Confirmed"), ("disputed", "Disputed"), ("withdrawn", "Withdrawn")],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "verdict",
            "means",
            models.CharField(
                choices=[
                    ("account", "signed in"),
                    ("link", "by a personal link"),
                    ("table", "by the table code"),
                    ("entry", "by entering or correcting the game"),
                    ("freed", "by freeing the seat"),
                ],
                max_length=10,
            ),
        ),
    ]
