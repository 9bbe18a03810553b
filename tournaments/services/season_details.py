"""What is set about a season, checked the same way when it is planned and when it is changed."""

from dataclasses import dataclass
from datetime import date, timedelta

from caledonia_site.common.dates import written_day
from games.players.names import tidy
from tournaments.configuration import Configuration, check_configuration
from tournaments.enums import Enrolment, SeasonKind
from tournaments.models import League, Season
from tournaments.services.errors import (
    ConfigurationError,
    EndsBeforeStartError,
    FieldError,
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
    days = details.starts_on, details.ends_on
    if error := wrong_days(*days, league=league, season=season):
        raise error
    if violations := check_configuration(details.configuration, system=league.system):
        raise ConfigurationError(violations)


def wrong_days(
    first: date, last: date, *, league: League | None, season: Season | None = None
) -> FieldError | None:
    """What is wrong with the days of a season; `league` is None while it is being set up, `season` is itself."""
    if last < first:
        return EndsBeforeStartError()
    if last - first > LONGEST:
        return SeasonTooLongError()
    if league is None:
        return None
    others = league.seasons.filter(starts_on__lte=last, ends_on__gte=first)
    if season is not None:
        others = others.exclude(pk=season.pk)
    other = others.first()
    if other is None:
        return None
    return SeasonsOverlapError(
        season=other.name, first=written_day(other.starts_on), last=written_day(other.ends_on)
    )


def put_details(season: Season, details: SeasonDetails) -> None:
    season.name = tidy(details.name)
    season.kind = details.kind
    season.starts_on, season.ends_on = details.starts_on, details.ends_on
    season.enrolment = details.enrolment
    season.settings = details.configuration.as_stored()
