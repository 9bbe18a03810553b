"""Searchable names for players who were there before the column."""

from django.db import migrations


def fill_name_keys(apps, schema_editor):
    player_model = apps.get_model("players", "Player")
    for player in player_model.objects.filter(name_key="").iterator():
        player.save(update_fields=["name_key"])


class Migration(migrations.Migration):
    dependencies = [("players", "0002_visibility_and_merges")]

    operations = [migrations.RunPython(fill_name_keys, migrations.RunPython.noop)]
