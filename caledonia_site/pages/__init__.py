"""Pages of the site as a whole: home, preferences, errors, health, the style page."""
