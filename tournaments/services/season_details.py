"""What is set about a season, checked the same way when it is planned and when it is changed."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.formats import date_format

from games.players.names import tidy
from tournaments.configuration import Configuration, check_configuration
from tournaments.enums import Enrolment, SeasonKind
from tournaments.models import League, Season
from tournaments.services.errors import (
    ConfigurationError,
    EndsBeforeStartError,
    SeasonsOverlapError,
    SeasonTooLongError,
)

LONGEST = timedelta(days=3 * 366)


@dataclass(frozen=True, kw_only=True)
class SeasonDetails:
    name: str
    kind: SeasonKind
    starts_on: date
    ends_on: date
    configuration: Configuration
    enrolment: Enrolment = Enrolment.EVERYBODY


def check_details(league: League, details: SeasonDetails, *, season: Season | None = None) -> None:
    """Raises EndsBeforeStartError, SeasonTooLongError, SeasonsOverlapError, ConfigurationError.

    The league's row is locked by the caller, so that two organisers cannot plan overlapping seasons at once.
    """
    if details.ends_on < details.starts_on:
        raise EndsBeforeStartError
    if details.ends_on - details.starts_on > LONGEST:
        raise SeasonTooLongError
    others = league.seasons.filter(starts_on__lte=details.ends_on, ends_on__gte=details.starts_on)
    if season is not None:
        others = others.exclude(pk=season.pk)
    if other := others.first():
        raise SeasonsOverlapError(
            season=other.name,
            first=date_format(other.starts_on, "DATE_FORMAT"),
            last=date_format(other.ends_on, "DATE_FORMAT"),
        )
    if violations := check_configuration(details.configuration, system=league.system):
        raise ConfigurationError(violations)


def put_details(season: Season, details: SeasonDetails) -> None:
    season.name = tidy(details.name)
    season.kind = details.kind
    season.starts_on, season.ends_on = details.starts_on, details.ends_on
    season.enrolment = details.enrolment
    season.settings = details.configuration.as_stored()
