"""How much the site holds in public clubs."""

from games.models import SiteFigure


def current_site_figures() -> dict[str, int]:
    """Every figure by key, as last counted; 0 for one that was never counted."""
    counted = dict(SiteFigure.objects.values_list("key", "value"))
    return {key: counted.get(key, 0) for key in SiteFigure.Key.values}
