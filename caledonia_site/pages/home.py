"""The first page: what this is, and how much is in it."""

from typing import Any

from django.conf import settings
from django.views.generic import TemplateView

from games.results.selectors.figures import current_site_figures
from games.systems.registry import systems
from games.systems.swatches import all_swatches


class HomeView(TemplateView):
    template_name = "home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            figures=current_site_figures(),
            swatches=all_swatches(),
            cards=[system.home_template for system in systems().values() if system.home_template],
            styleguide_is_public=settings.STYLEGUIDE_IS_PUBLIC,
            **kwargs,
        )
