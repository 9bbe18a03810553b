"""Words on results become a log; phones take seats; clubs choose whether guests' words count.

In three steps, because PostgreSQL fills no column and alters its table in one transaction.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_club_tallies"),
        ("players", "0003_fill_name_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("game", "content", models.PositiveIntegerField(default=1, db_default=1)),
        migrations.AddField("sheetversion", "content", models.PositiveIntegerField(default=1, db_default=1)),
        migrations.AddField(
            "sheetversion", "device", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
        migrations.RemoveConstraint("verdict", "one_verdict_per_version"),
        migrations.AddField(
            "verdict",
            "game",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="verdicts", to="games.game"
            ),
        ),
        migrations.AddField("verdict", "index", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField(
            "verdict",
            "player",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="verdicts",
                to="players.player",
            ),
        ),
        migrations.AddField("verdict", "name", models.CharField(blank=True, default="", max_length=80)),
        migrations.AddField("verdict", "content", models.PositiveIntegerField(null=True)),
        migrations.AddField("verdict", "means", models.CharField(default="account", max_length=10)),
        migrations.AddField("verdict", "device", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField(
            "verdict",
            "shown_by",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("verdict", "closed_at", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            name="SeatClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("person", models.CharField(max_length=16)),
                ("device", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("holds", "Holds the seat"),
                            ("asks", "Asks for the seat"),
                            ("refused", "Was refused the seat"),
                        ],
                        max_length=10,
                    ),
                ),
                ("taken_at", models.DateTimeField(auto_now_add=True)),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="games.seat"
                    ),
                ),
                (
                    "shown_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"verbose_name": "claim of a seat", "verbose_name_plural": "claims of seats"},
        ),
        migrations.AddConstraint(
            "seatclaim", models.UniqueConstraint(fields=("seat", "device"), name="device_once_at_seat")
        ),
        migrations.AddField(
            "clubcounting",
            "links_count",
            models.BooleanField(
                db_default=True, default=True, verbose_name="confirmations of guests count"
            ),
        ),
    ]
