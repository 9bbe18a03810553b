"""Leave a season, with or without games still to play."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import may
from tournaments.enums import Decision, OpenGames, SeasonEventKind
from tournaments.models import Entry, Fixture, FixtureSeat
from tournaments.services.errors import AlreadyWithdrawnError, OpenGamesUndecidedError
from tournaments.services.locking import lock_living_season
from tournaments.services.noting import note
from tournaments.topics import STANDINGS


@transaction.atomic
def withdraw_entry(*, actor: Any, entry: Entry, open_games: OpenGames | None = None) -> Entry:
    """Played games stay and count for the others; the player stands at the end of the table without a place.

    With games of the schedule still to play somebody must say what becomes of them: raises
    OpenGamesUndecidedError otherwise. Only organisers decide that; a player without such games leaves alone.
    While a season is being prepared whoever withdraws simply comes off the list.
    """
    season = lock_living_season(entry.season)
    is_own = entry.player.account_id is not None and entry.player.account_id == getattr(actor, "pk", None)
    organises = may(actor, "tournaments.change_season", season)
    if not organises and not is_own:
        raise NotAllowedError
    entry = Entry.objects.select_for_update().get(pk=entry.pk)
    entry.season = season
    if entry.is_withdrawn:
        raise AlreadyWithdrawnError
    if season.is_planned:
        note(season, SeasonEventKind.WITHDREW, actor=actor, player=entry.player)
        entry.delete()
        return entry
    waiting = list(Fixture.objects.open().filter(seats__entry=entry))
    if waiting and not organises:
        raise NotAllowedError
    if waiting and open_games is None:
        name = entry.player.shown_for(actor).name
        raise OpenGamesUndecidedError(name=name, count=len(waiting))
    for fixture in waiting:
        _settle(fixture, entry, forfeits=open_games == OpenGames.FORFEIT)
    entry.withdrawn_on = timezone.localdate()
    entry.save(update_fields=["withdrawn_on"])
    note(
        season,
        SeasonEventKind.WITHDREW,
        actor=actor,
        player=entry.player,
        detail={"open_games": len(waiting), "settled": str(open_games or "")},
    )
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return entry


def _settle(fixture: Fixture, entry: Entry, *, forfeits: bool) -> None:
    fixture.decision = Decision.FORFEITED if forfeits else Decision.CANCELLED
    fixture.decided_on = timezone.localdate()
    fixture.save(update_fields=["decision", "decided_on"])
    FixtureSeat.objects.filter(fixture=fixture, entry=entry).update(forfeits=forfeits)
