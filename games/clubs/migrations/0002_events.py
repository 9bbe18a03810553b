import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import caledonia_site.common.public_id


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("players", "0003_fill_name_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=caledonia_site.common.public_id.new_public_id,
                        editable=False,
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("series", models.CharField(blank=True, editable=False, max_length=10)),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("starts_at", models.DateTimeField(verbose_name="begins")),
                ("ends_at", models.DateTimeField(verbose_name="ends")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                (
                    "description",
                    models.TextField(
                        blank=True,
                        max_length=2000,
                        validators=[django.core.validators.MaxLengthValidator(2000)],
                        verbose_name="description",
                    ),
                ),
                (
                    "cancelled_at",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="cancelled"),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("changed_at", models.DateTimeField(auto_now=True, verbose_name="changed")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="clubs.club",
                        verbose_name="club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="planned by",
                    ),
                ),
            ],
            options={
                "verbose_name": "club event",
                "verbose_name_plural": "club events",
                "ordering": ["starts_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="EventAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "choice",
                    models.CharField(
                        choices=[("coming", "Coming"), ("maybe", "Maybe"), ("not", "Not coming")],
                        max_length=6,
                        verbose_name="answer",
                    ),
                ),
                (
                    "answered_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="answered"),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="clubs.clubevent",
                        verbose_name="club event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_answers",
                        to="players.player",
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "answer to an event",
                "verbose_name_plural": "answers to events",
                "ordering": ["pk"],
            },
        ),
        migrations.AddIndex(
            model_name="clubevent",
            index=models.Index(fields=["club", "ends_at"], name="club_event_by_end"),
        ),
        migrations.AddConstraint(
            model_name="clubevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_at__gt", models.F("starts_at"))), name="club_event_ends_after_start"
            ),
        ),
        migrations.AddConstraint(
            model_name="eventanswer",
            constraint=models.UniqueConstraint(fields=("event", "player"), name="event_answer_once"),
        ),
    ]
