"""Template tags of leagues."""

from django import template
from django.utils.safestring import SafeString

from tournaments.leagues.selectors.standings import TableView
from tournaments.leagues.web.markup import linked_rows, plain_rows
from tournaments.leagues.wording import describe_record

register = template.Library()


register.simple_tag(describe_record)


@register.simple_tag
def standings_rows(table: TableView, *, plain: bool = False) -> SafeString:
    """The rows of a table; `plain` ones are without links and explanations, for embedding."""
    return plain_rows(table) if plain else linked_rows(table)
