"""What the games say of a player: whom a typed name means, what they achieved over the counted games the viewer finds,
how they fared against each opponent, and what there is for their own archive.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from heapq import nlargest
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.clubs.models import Club, PlayerAlias
from games.players.actors import Actor, account_of
from games.players.models import Player, User
from games.players.models.player import ShownPlayer
from games.players.names import normalised
from games.players.selectors.players import shown_players
from games.players.signals import PersonalDataSection
from games.players.viewers import Viewer
from games.results.enums import GameState
from games.results.models import Draft, Game, GameAuditRecord, Seat, SheetVersion, Verdict
from games.results.models.game import shown_at_table
from games.results.selectors.games import IN_A_ROW, found_by
from games.tokens.models import PersonalToken

MOST_OPPONENTS = 20
# More names than anybody scrolls through; whoever is missing from the list can still be typed.
MOST_SUGGESTED = 500
# Fewer games say little: a clan played once and won would be everybody's best.
FEWEST_FOR_BEST = 3


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games at one table, and how often the player was placed ahead of, behind and level with the opponent."""

    opponent: ShownPlayer
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


class Encounters(NamedTuple):
    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """Players whose typed name means them: `labels` are offered, `by_key` also knows other spellings."""

    labels: tuple[str, ...] = ()
    by_key: Mapping[str, Player] = field(default_factory=dict)

    def named(self, name: str) -> Player | None:
        return self.by_key.get(normalised(name))


class PlayedSeat(NamedTuple):
    """A game of the player as the figures need it."""

    game_id: int
    state: str
    played_on: date
    system: str
    seat_count: int
    faction: str
    rank: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Some games in figures. `tables` leaves out games alone, which nobody wins."""

    system: str
    faction: str
    games: int
    tables: int
    wins: int
    best: int
    mean: float

    @property
    def win_rate(self) -> float | None:
        """In percent."""
        return 100 * self.wins / self.tables if self.tables else None


@dataclass(frozen=True)
class PlayerRecord:
    systems: list[Tally]
    factions: list[Tally]

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.systems)

    @property
    def wins(self) -> int:
        return sum(tally.wins for tally in self.systems)

    @cached_property
    def favourite(self) -> Tally | None:
        """What they played most."""
        return max(self.factions, key=lambda tally: (tally.games, tally.wins), default=None)

    @cached_property
    def strongest(self) -> Tally | None:
        """What they won most often with, of what they played often enough to tell."""
        known = [tally for tally in self.factions if tally.tables >= FEWEST_FOR_BEST and tally.wins]
        return max(known, key=lambda tally: (tally.wins / tally.tables, tally.mean), default=None)


def played_seats(*, player: Player, viewer: Viewer) -> list[PlayedSeat]:
    """The player's seats in all games but void ones that appear in the viewer's lists: the one query that a page makes
    its figures and its list of games of. A person plays some hundred games.
    """
    games = Game.objects.filter(found_by(viewer), seats__player=player).exclude(state=GameState.VOID)
    rows = games.order_by().values_list(
        "pk", "state", "played_on", "system", "seat_count", "seats__faction", "seats__rank", "seats__total"
    )
    return [PlayedSeat(*row) for row in rows]


def counted_seats(*, player: Player, viewer: Viewer) -> QuerySet[Seat]:
    """The player's seats in counted games that appear in the viewer's lists."""
    games = Game.objects.filter(found_by(viewer), state=GameState.CONFIRMED, seats__player=player)
    return Seat.objects.filter(player=player, game__in=games.values("pk")).order_by()


def counted(played: Iterable[PlayedSeat]) -> list[PlayedSeat]:
    return [seat for seat in played if seat.state == GameState.CONFIRMED]


def latest_games(played: Iterable[PlayedSeat], *, most: int) -> list[Game]:
    """The newest of them, with as much of each as a row of a list shows."""
    newest = nlargest(most, played, key=lambda seat: (seat.played_on, seat.game_id))
    games = Game.objects.select_related("club").only(*IN_A_ROW).in_bulk([seat.game_id for seat in newest])
    return [games[seat.game_id] for seat in newest if seat.game_id in games]


def record_of(played: Iterable[PlayedSeat]) -> PlayerRecord:
    """Of counted games."""
    seats: dict[tuple[str, str], list[PlayedSeat]] = defaultdict(list)
    for seat in played:
        seats[seat.system, seat.faction].append(seat)
    tallies = [_tally(system, faction, played_with) for (system, faction), played_with in seats.items()]
    systems = sorted({tally.system for tally in tallies})
    return PlayerRecord(
        systems=[_together([tally for tally in tallies if tally.system == system]) for system in systems],
        factions=sorted(
            [tally for tally in tallies if tally.faction],
            key=lambda tally: (-tally.games, tally.faction, tally.system),
        ),
    )


def _tally(system: str, faction: str, seats: Sequence[PlayedSeat]) -> Tally:
    return Tally(
        system=system,
        faction=faction,
        games=len(seats),
        tables=sum(seat.seat_count > 1 for seat in seats),
        wins=sum(seat.seat_count > 1 and seat.rank == 1 for seat in seats),
        best=max(seat.total for seat in seats),
        mean=sum(seat.total for seat in seats) / len(seats),
    )


def _together(tallies: list[Tally]) -> Tally:
    games = sum(tally.games for tally in tallies)
    return Tally(
        system=tallies[0].system,
        faction="",
        games=games,
        tables=sum(tally.tables for tally in tallies),
        wins=sum(tally.wins for tally in tallies),
        best=max(tally.best for tally in tallies),
        mean=sum(tally.mean * tally.games for tally in tallies) / games,
    )


def head_to_head(
    *, player: Player, viewer: Viewer, ranks: Mapping[int, int], most: int = MOST_OPPONENTS
) -> list[HeadToHead]:
    """The most frequent opponents whose names the viewer may know. `ranks` are the player's own, by game, in the
    games to look at.

    Others are left out: a row without a name would still tell how often the two met. From one's own page nobody is:
    they sat at the same tables.
    """
    met = _met(player, ranks)
    is_own = bool(viewer.is_authenticated and player.account_id == viewer.pk)
    # Those merged into another one have no seats.
    shown = {
        number: shown_at_table(opponent, is_named_at_table=is_own)
        for number, opponent in shown_players(met, viewer=viewer).items()
        if is_own or opponent.shown.public_id
    }
    order = sorted(shown, key=lambda number: (-met[number].games, -met[number].ahead, number))
    return [HeadToHead(shown[number], *met[number]) for number in order[:most]]


def _met(player: Player, ranks: Mapping[int, int]) -> dict[int, Encounters]:
    """By opponent. Counted here: the database would have to find the player's games once more."""
    if not ranks:
        return {}
    own_seats = Seat.objects.filter(player=player).order_by().values("game_id")
    seats = Seat.objects.filter(game__in=own_seats, player__isnull=False).order_by()
    met: dict[int, Encounters] = {}
    for game, opponent, rank in seats.values_list("game_id", "player_id", "rank"):
        own = ranks.get(game)
        if own is not None and opponent is not None and opponent != player.pk:
            games, ahead, behind = met.get(opponent, Encounters())
            met[opponent] = Encounters(games + 1, ahead + (own < rank), behind + (own > rank))
    return met


def known_players(viewer: Actor, club: Club | None) -> KnownPlayers:
    """The players of the club whose names the viewer may know; outside clubs only the viewer."""
    account = account_of(viewer)
    if account is None:
        return KnownPlayers()
    if club is None:
        own = account.player_or_none
        return KnownPlayers((own.name,), {normalised(own.name): own}) if own else KnownPlayers()
    # Asked of each member: as a filter, PostgreSQL asks it of all players of the site first, 50 ms for 50,000.
    members = Player.objects.shown_to(viewer).filter(memberships__club=club).order_by("name_key", "pk")
    known = (player for player in members.defer("is_demo", "created_at") if player.shown_to_viewer)
    players = list(islice(known, MOST_SUGGESTED))
    namesakes = Counter(player.name_key for player in players)
    by_key: dict[str, Player] = {}
    labels = []
    for player in players:
        # Two of the same name are told apart by what stands in the address of their pages.
        if namesakes[player.name_key] == 1:
            label, key = player.name, player.name_key
        else:
            label = f"{player.name} · {player.public_id}"
            key = normalised(label)
        labels.append(label)
        by_key[key] = player
    by_id = {player.pk: player for player in players}
    spellings = PlayerAlias.objects.filter(Q(club=club) | Q(club=None), player__in=by_id)
    for alias in spellings:
        by_key.setdefault(alias.spelling_key, by_id[alias.player_id])
    return KnownPlayers(tuple(labels), by_key)


def clubmates_names(viewer: Actor) -> tuple[str, ...]:
    """Of the players of all the viewer's clubs whose names the viewer may know: to be offered, not to mean anybody."""
    account = account_of(viewer)
    if account is None:
        return ()
    members = (
        Player.objects.shown_to(viewer)
        .filter(memberships__club__in=Club.objects.of(account))
        .distinct()
        .order_by("name_key", "pk")
    )
    known = (player.name for player in members.defer("is_demo", "created_at") if player.shown_to_viewer)
    return tuple(dict.fromkeys(islice(known, MOST_SUGGESTED)))


def personal_games(*, account: User, player: Player | None) -> list[PersonalDataSection]:
    """Their seats, what they recorded and corrected, what they said of results, and their drafts.

    Names of others at the table are theirs and stay out.
    """
    return [
        PersonalDataSection("played_games", _("Games you played"), _seats(player)),
        PersonalDataSection("recorded_games", _("Games you recorded"), _recorded(account)),
        PersonalDataSection("sheet_versions", _("Sheets you entered or corrected"), _versions(account)),
        PersonalDataSection("verdicts", _("Results you confirmed or disputed"), _verdicts(account, player)),
        PersonalDataSection(
            "game_events", _("Games you settled, took out or restored"), _audit_records(account)
        ),
        PersonalDataSection("drafts", _("Sheets you began"), _drafts(account)),
        PersonalDataSection("tokens", _("Tokens of your programs"), _tokens(account)),
    ]


def _seats(player: Player | None) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(player=player).select_related("game__club") if player else []
    return [
        {
            "game": seat.game.public_id,
            "system": seat.game.system,
            "played_on": seat.game.played_on,
            "club": seat.game.club.name if seat.game.club else None,
            "state": seat.game.state,
            "name_on_sheet": seat.name,
            "dimension": seat.faction,
            "total": seat.total,
            "rank": seat.rank,
            "lines": seat.lines,
        }
        for seat in seats
    ]


def _recorded(account: User) -> Iterable[Mapping[str, Any]]:
    games = Game.objects.filter(recorded_by=account).order_by("id")
    return games.values("public_id", "system", "played_on", "state", "place", "notes", "created_at")


def _versions(account: User) -> list[dict[str, Any]]:
    versions = SheetVersion.objects.filter(author=account).select_related("game").order_by("id")
    return [
        {
            "game": version.game.public_id,
            "version": version.number,
            "cause": version.cause,
            "comment": version.comment,
            "entered_at": version.created_at,
        }
        for version in versions
    ]


def _verdicts(account: User, player: Player | None) -> list[dict[str, Any]]:
    given = Verdict.objects.filter(account=account)
    if player:
        given = given | Verdict.objects.filter(player=player)
    return [
        {
            "game": verdict.game.public_id,
            "version": verdict.version,
            "verdict": verdict.kind,
            "objections": verdict.objections,
            "means": verdict.means,
            "given_at": verdict.given_at,
            "closed_at": verdict.closed_at,
        }
        for verdict in given.select_related("game").order_by("id")
    ]


def _audit_records(account: User) -> list[dict[str, Any]]:
    records = GameAuditRecord.objects.filter(account=account).select_related("game").order_by("id")
    return [{"game": record.game.public_id, "event": record.kind, "at": record.at} for record in records]


def _drafts(account: User) -> Iterable[Mapping[str, Any]]:
    return Draft.objects.filter(owner=account).values("system", "content", "updated_at")


def _tokens(account: User) -> list[dict[str, Any]]:
    """Without the secrets, which nobody knows any more."""
    return [
        {
            "name": token.name,
            "scope": token.scope,
            "club": token.club.name if token.club else None,
            "created_at": token.created_at,
            "expires_at": token.expires_at,
            "last_used_at": token.last_used_at,
        }
        for token in PersonalToken.objects.filter(account=account).select_related("club").order_by("pk")
    ]
