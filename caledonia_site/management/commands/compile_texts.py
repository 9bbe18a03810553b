"""Compile the translations of this version."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from caledonia_site.common.translations import compile_translations


class Command(BaseCommand):
    help = "Compile the translations, without gettext; needed once per version where the site runs."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        compiled = [path for folder in settings.LOCALE_PATHS for path in compile_translations(folder)]
        self.stdout.write(f"{len(compiled)} catalogues compiled")
