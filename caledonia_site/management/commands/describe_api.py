"""Write the description of the API that is kept with the sources."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from caledonia_site.pages.api_docs import openapi_yaml


class Command(BaseCommand):
    help = "Write docs/openapi.yaml anew from the code."

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.PROJECT_DIR) / "docs" / "openapi.yaml"
        path.write_bytes(openapi_yaml())
        self.stdout.write(f"{path.name} is up to date.")
