"""An organiser's word on a game of the schedule that was not played."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import require
from tournaments.enums import Decision, SeasonEventKind
from tournaments.models import Fixture
from tournaments.services.errors import AlreadyPlayedError, NobodyForfeitsError, NothingDecidedError
from tournaments.services.locking import lock_living_season
from tournaments.services.noting import note
from tournaments.topics import STANDINGS


@transaction.atomic
def decide_fixture(
    *, actor: Any, fixture: Fixture, decision: Decision, forfeiting: Collection[int] = ()
) -> Fixture:
    """Forfeited: those in the seats `forfeiting` lose, the others share the places before them. Called off: nobody
    gets anything. Raises AlreadyPlayedError, NobodyForfeitsError, SeasonClosedError.
    """
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    fixture = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if not fixture.is_open:
        raise AlreadyPlayedError
    if decision == Decision.FORFEITED and not forfeiting:
        raise NobodyForfeitsError
    fixture.game = None
    fixture.decision = decision
    fixture.decided_on = timezone.localdate()
    fixture.save(update_fields=["game", "decision", "decided_on"])
    losers = forfeiting if decision == Decision.FORFEITED else ()
    fixture.seats.filter(index__in=losers).update(forfeits=True)
    note(
        season,
        SeasonEventKind.DECIDED,
        actor=actor,
        detail={"decision": str(decision), "round": fixture.round, "forfeiting": len(losers)},
    )
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return fixture


@transaction.atomic
def undo_decision(*, actor: Any, fixture: Fixture) -> Fixture:
    """The game can be played after all."""
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    fixture = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if not fixture.decision:
        raise NothingDecidedError
    fixture.decision, fixture.decided_on = "", None
    fixture.save(update_fields=["decision", "decided_on"])
    fixture.seats.update(forfeits=False)
    note(season, SeasonEventKind.REOPENED_GAME, actor=actor, detail={"round": fixture.round})
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return fixture
