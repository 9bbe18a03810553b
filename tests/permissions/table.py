"""docs/permissions.md, made from the predicates: `python -m tests.permissions.table` prints it.

Needs no database: roles are put into the club the way a query would annotate them.
"""

import os
from typing import Any

import django

INTRODUCTION = """\
# Who may do what

Made from the predicates in the apps' `rules.py` by `python -m tests.permissions.table`;
the tests compare this page with them, and try every row as every kind of person on the site and in the API.

Each role may also do what the roles to its left may, inside the club. Site staff act for a club that asks for
help; what a person does for themselves (joining, leaving, handing over) nobody does for them.

"""
GAMES = """
## Games

"""
LEAGUES = """
## Leagues

"""
TOURNAMENTS = """
## Tournaments

"""
OPERATIONS = """
## Behind the site

"""
NAMES = """
## Whose names people know

Everyone else meets “a player”, without address or id, on every page and in every answer of the API.

Those who sat at a table read each other’s names there, whatever the table below says: on the game’s page, in lists,
exports and answers of the API, and as the opponents on their own page. Of somebody they could not know otherwise it
is the name alone. So do those who keep the club’s scores, in all its games: they kept the record, also of those who
have left the club since.

"""
DECISIONS = """
## What follows from it

- A private club does not exist for outsiders: each of its addresses answers 404, as one that was never given.
- Names are unique among public clubs only. "This name is taken" about any other club would tell that it
  exists; for the same reason the address of a club that is not public ends in its unguessable id.
- Lists, searches and counts hold public clubs and one's own. A player's page names no other club of theirs.
- Guests are seen by their clubs alone unless an organiser decides otherwise.
- Only a guest can be merged into another player. Who merges must organise every club of the guest, and one that
  both belong to. Into the player of an account it needs the consent of its holder: they do it themselves or open
  the guest's claim link (site staff may, when asked). Two accounts never merge.
- A merge is undone, within 30 days, by the holder of the account it went into, by whoever organises all clubs of
  the guest, or by site staff.
- Whoever sees a club sees its events and how many come. Who comes is for its members: a name, a place and an hour
  together tell where somebody will be.
- Whoever signs up stays nameless for everyone else until the e-mail address is confirmed.
- No token of an invitation is stored: links are signed. Whoever may handle an invitation sees its link again.
- Rights follow what somebody is now. Whoever left a club or was removed, whose role, staff right or account was taken
  away, is answered as somebody who never had it: by page, by token, by an old link, in a job that acts for them.
- Of a club’s game whoever recorded it has rights while they are in the club. Who sat at the table and is not in the
  club (any more) sees the result and gives their own word on it by their account, and nothing else; a personal link of
  theirs ends.
- An invitation or claim link works while its maker may still make it; then it ends, and organisers no longer see it.
  Site staff’s count as long as they are site staff. Who was invited to a tournament stays invited: the list is the
  club’s, and organisers take anybody off it.
- A webhook is the club’s, whoever added it: organisers see its address, and remove it when somebody goes who reads
  along. A secret feed link is its maker’s, and shows what they may see now.
- An import into a club is worked on by who began it while they keep the club’s scores; one that is running stops.
- A game of a private club exists for its members, for those who sat at the table, and for site staff. A game of an
  unlisted club or of none is seen by link and stands in nobody else's lists.
- A seat whose player has an account is confirmed and disputed by that account alone. For a seat without one speaks the
  phone that took it, by a personal link (one seat, 60 days, until somebody else sits there) or by the code of the
  table (every seat, 7 days); either is the right to see that one game, with the names of its table. A phone speaks for
  one seat; whoever entered or corrected the game, by account or on that phone, for none but their own.
- A dispute is withdrawn by who made it, by account or on the same phone, and settled by organisers; nobody else, and no
  correction, ends it. Whoever may correct a game may free a seat that a wrong phone took: what it confirmed no longer
  counts, what it disputed stays.
- What a visitor entered without an account is corrected on the phone that entered it, also after somebody signed in
  and out there, and saved into a club by an account that sat there, or on that phone or one that holds a seat; the
  address alone, or the code of the table without a seat, is no right to it. Whoever saves it takes no seat that
  another phone holds, and one whose phone holds a seat takes no other. What an account recorded is saved by that
  account or somebody who sat there. Members save and record games they played in, scorekeepers any game.
- A sheet that a table fills in together is read by whoever has its address or, for some hours, its code, and shows
  nothing else. What is written there is asked of the phone that joined: each its own column, the keeper everything;
  options or all columns are everybody's where the keeper says so. Where, when and in which club it was played, who
  sits where and recording are the keeper's; the result of a table of a league or tournament is recorded by everybody
  there whose account may enter it. Who left, whose seat was freed and who handed the sheet on has lost the right with
  it, and on a sheet that was recorded or ended nobody has any.
- A league is seen by whoever sees its club. A frame on another website and its small JSON show what a visitor sees,
  whoever looks; a private club's league cannot be embedded.
- Results from the schedule are entered by those who play and by who keeps the club's scores. What a withdrawing player
  leaves unplayed, and who forfeits, organisers decide. A closed season changes for nobody; an owner reopens it, and
  its history says so.
- A tournament is seen by whoever sees its club, and by who asked to come in or was invited. Everybody who plays in it
  is a member of the club: who comes from outside becomes one when they come in (until then those who run the club know
  their names), and who has left is not checked in.
- Organisers can let a tournament or league show the names of its players to everyone. That holds for its own pages,
  not for a player's page or a game's, opens no private club, and leaves nameless who chose to be hidden from everyone.
- A QR code of a player shows whoever holds it the player's table with the names there, and checks in. The one on the
  door checks in whoever holds it and nothing else.
- The secret link of the big screen shows the tables of the last round with names to whoever has it, also of a private
  club. An organiser ends it by making a new one; it ends with the tournament, too.
- A second result of a table is set aside by the table's having one, not by a right to void games of who entered it.
  Which result counts is for the organisers.
- A round is seen by organisers when it is drawn, by all others when it is published. Judges' notes stay with the
  organisers.
- At the table is who sits there by account, who holds a personal link to one of its seats, and the browser that
  entered the game without an account, also after somebody saved it into a club. The same person at another table
  stays nameless.
- The link that the table hands out is signed and names guests to whoever follows it, on the page, in previews,
  pictures and on paper. It is made for those at the table, who recorded the game and who keeps the club's scores,
  and handed on by who has it. Players with an account are named in it as they chose; a guest whom an organiser hid
  is not. The bare address shows what it always did.
- A signed link is bound to its game and lasts: saved into a club, the game is still read by those who got the link
  on the evening. It shows nobody who hid, or was hidden, since; it ends while the game is taken out, and it opens
  no game of a private club.
- Notes, the comment of a correction and the photo of the paper sheet may name anybody who sat there: they are for
  those who read every name at that table, history and photo only for those of them who may see the game’s history.
  Whoever corrects without reading the notes leaves them as they are.
- The figures of the home page count public clubs, their members and their counted games. No private club changes a
  number that a stranger reads; statistics have [a rule of their own](statistics.md#private-clubs), and everyone's
  ratings count what is not of a [private club](ratings.md).
- What somebody wrote in a dispute is read by those who sat there and those who may correct the game. Who changed
  what in a club’s game, and the photo of its sheet, is for the club’s members, also where the club is public.
- A club's ratings are seen by whoever may see the club. A game is a point in a player's history only for those who find
  the game; of a player whose name is hidden no rating stands at a game.
"""

KNOWN_BY = {
    "public": {
        "visitor",
        "stranger",
        "former member",
        "member",
        "scorekeeper",
        "organiser",
        "owner",
        "site staff",
    },
    "club": {"member", "scorekeeper", "organiser", "owner", "site staff"},
    "hidden": {"scorekeeper", "organiser", "owner", "site staff"},
}
VISIBILITIES = {
    "public": "Everyone",
    "club": "Members of the same clubs",
    "hidden": "Nobody but those who keep the records of their clubs",
}


def _row(label: str, answers: list[bool]) -> str:
    return f"| {label} | " + " | ".join("yes" if answer else "–" for answer in answers) + " |\n"


def _head(first: str, kinds: dict[str, str]) -> str:
    return f"| {first} | " + " | ".join(kinds.values()) + " |\n" + "| --- " * (len(kinds) + 1) + "|\n"


def _allowed(action: Any, kind: str) -> bool:
    from django.contrib.auth.models import AnonymousUser

    from caledonia_site.common.permissions import may
    from games.clubs.enums import Role
    from games.clubs.models import Club
    from games.players.models import User

    user = AnonymousUser() if kind == "visitor" else User(pk=1, is_staff=kind == "site staff")
    club = Club(pk=1, visibility="private" if action.private else "public")
    club.viewer_id, club.viewer_role = user.pk or 0, kind if kind in Role.values else None
    return may(user, action.permission, action.imagined_thing(club))


def _allowed_with_game(action: Any, kind: str) -> bool:
    from django.contrib.auth.models import AnonymousUser

    from caledonia_site.common.permissions import may
    from games.clubs.enums import Role
    from games.clubs.models import Club
    from games.players.models import User
    from tests.permissions.game_actions import imagined_game

    user = AnonymousUser() if kind == "visitor" else User(pk=1, is_staff=kind == "site staff")
    club = Club(pk=1, visibility="private" if action.private else "public")
    role = "member" if kind == "recorder" else kind
    club.viewer_id, club.viewer_role = user.pk or 0, role if role in Role.values else None
    thing = club if action.of_club else imagined_game(action, club, kind, user.pk)
    return may(user, action.permission, thing)


def _allowed_in_league(action: Any, kind: str) -> bool:
    from django.contrib.auth.models import AnonymousUser

    from caledonia_site.common.permissions import may
    from games.clubs.enums import Role
    from games.clubs.models import Club
    from games.players.models import User
    from tests.permissions.league_actions import imagined

    user = AnonymousUser() if kind == "visitor" else User(pk=1, is_staff=kind == "site staff")
    club = Club(pk=1, visibility="private" if action.private else "public")
    role = "member" if kind == "seated" else kind
    club.viewer_id, club.viewer_role = user.pk or 0, role if role in Role.values else None
    return may(user, action.permission, imagined(action, club, user.pk, seated=kind == "seated"))


def _allowed_in_event(action: Any, kind: str) -> bool:
    from django.contrib.auth.models import AnonymousUser

    from caledonia_site.common.permissions import may
    from games.clubs.enums import Role
    from games.clubs.models import Club
    from games.players.models import User
    from tests.permissions.event_actions import imagined

    user = AnonymousUser() if kind == "visitor" else User(pk=1, is_staff=kind == "site staff")
    club = Club(pk=1, visibility="private" if action.private else "public")
    role = "member" if kind == "player" else kind
    club.viewer_id, club.viewer_role = user.pk or 0, role if role in Role.values else None
    return may(user, action.permission, imagined(action, club, user.pk, plays=kind == "player"))


def _may_operate(kind: str) -> bool:
    from django.contrib.auth.models import AnonymousUser

    from caledonia_site.common.permissions import may
    from caledonia_site.operations.rules import OPERATE
    from games.players.models import User

    user = AnonymousUser() if kind == "visitor" else User(pk=1, is_staff=kind == "site staff")
    return may(user, OPERATE)


def permissions_page() -> str:
    from tests.permissions.actions import ACTIONS
    from tests.permissions.event_actions import EVENT_ACTIONS, EVENT_KINDS
    from tests.permissions.game_actions import GAME_ACTIONS, GAME_KINDS
    from tests.permissions.league_actions import LEAGUE_ACTIONS, LEAGUE_KINDS
    from tests.permissions.people import KINDS

    text = INTRODUCTION + _head("In a club", KINDS)
    for action in ACTIONS:
        text += _row(action.label, [_allowed(action, kind) for kind in KINDS])
    text += GAMES + _head("A game of a club", GAME_KINDS)
    for game_action in GAME_ACTIONS:
        text += _row(game_action.label, [_allowed_with_game(game_action, kind) for kind in GAME_KINDS])
    text += LEAGUES + _head("A league of a club", LEAGUE_KINDS)
    for league_action in LEAGUE_ACTIONS:
        text += _row(league_action.label, [_allowed_in_league(league_action, kind) for kind in LEAGUE_KINDS])
    text += TOURNAMENTS + _head("A tournament of a club", EVENT_KINDS)
    for event_action in EVENT_ACTIONS:
        text += _row(event_action.label, [_allowed_in_event(event_action, kind) for kind in EVENT_KINDS])
    text += OPERATIONS + _head("The running site", KINDS)
    text += _row("See how its jobs go, and try failed ones again", [_may_operate(kind) for kind in KINDS])
    text += NAMES + _head("A player in the club shows their name to", KINDS)
    for visibility, label in VISIBILITIES.items():
        text += _row(label, [kind in KNOWN_BY[visibility] for kind in KINDS])
    return text + DECISIONS


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.dev")
    django.setup()
    print(permissions_page(), end="")
