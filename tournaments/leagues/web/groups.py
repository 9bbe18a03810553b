"""Making up the groups of a season that is being prepared."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.middleware import errors_as_messages
from games.clubs.web.access import signed_in_player
from games.clubs.web.clubs import confirmation
from tournaments.leagues.models import Division, Group, Participant, Season
from tournaments.leagues.selectors.results import season_before
from tournaments.leagues.selectors.seasons import people_of
from tournaments.leagues.services.groups import deal_groups, follow_season, form_groups
from tournaments.leagues.services.seasons import start_season
from tournaments.leagues.web.access import put_error, season_allowing, season_context
from tournaments.leagues.web.organise import GroupsForm
from tournaments.pairing.schedules import GROUP_SIZES, balance, schedule

MOST_LEVELS = 8
MOST_GROUPS = 8


@signed_in_player
def groups(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    if not season.is_planned:
        return redirect(season)
    participants = list(people_of(season, request.user))
    form = GroupsForm(
        request.POST if request.method == "POST" else None,
        participants=participants,
        groups=_offered(season, participants),
        initial=_initial(participants),
    )
    if request.method == "POST" and form.is_valid():
        try:
            form_groups(actor=request.user, season=season, pyramid=form.pyramid())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("The groups are saved."))
            return redirect("leagues:groups", key=season.address_key)
    context = season_context(
        request,
        season,
        "groups",
        form=form,
        groups=_describe_groups(season, participants),
        count=len(participants),
        before=season_before(season),
    )
    return render(request, "leagues/groups.html", context)


@signed_in_player
def deal(request: HttpRequest, key: str) -> HttpResponse:
    """By rating; the page asks first where there are groups to lose."""
    season = season_allowing(request, key, "tournaments.change_season")
    if request.method == "POST":
        with errors_as_messages(request):
            deal_groups(actor=request.user, season=season)
            messages.success(request, _("The players are dealt into groups. Move whom you like, then start."))
        return _to_groups(season)
    if not season.is_planned:
        return redirect(season)
    text = _("Groups made up already are lost. Everybody is dealt by rating, the strongest at the top.")
    if before := season_before(season):
        lost = _("Who went up or down after %(season)s does not count then.") % {"season": before.name}
        text = f"{text} {lost}"
    return confirmation(
        request,
        club=season.club,
        title=_("Deal the players anew?"),
        text=text,
        action=_("Deal by rating"),
        back=reverse("leagues:groups", args=[season.address_key]),
    )


@signed_in_player
def follow(request: HttpRequest, key: str) -> HttpResponse:
    """Back to the groups that follow from the season before."""
    season = season_allowing(request, key, "tournaments.change_season")
    before = season_before(season)
    if request.method == "POST":
        with errors_as_messages(request):
            follow_season(actor=request.user, season=season, before=before)
            messages.success(
                request, _("The groups follow from the last season. Move whom you like, then start.")
            )
        return _to_groups(season)
    if before is None or not season.is_planned:
        return _to_groups(season)
    return confirmation(
        request,
        club=season.club,
        title=_("Make up the groups from %(season)s?") % {"season": before.name},
        text=_(
            "Groups made up already are lost. Promotion and relegation go by its final standings; new players "
            "come in at the bottom."
        ),
        action=_("Make up the groups"),
        back=reverse("leagues:groups", args=[season.address_key]),
    )


@signed_in_player
def start(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    if request.method == "POST":
        with errors_as_messages(request):
            start_season(actor=request.user, season=season)
            messages.success(request, _("The season has started, and its schedule is made."))
            return redirect("leagues:schedule", key=season.address_key)
        return _to_groups(season)
    if not season.is_planned:
        return redirect(season)
    text = _(
        "Its schedule is made now. Groups, players at a table and who takes part cannot be changed after that."
    )
    if left_out := season.participants.active().filter(group=None).count():
        waiting = ngettext(
            "One player is in no group and comes off the list.",
            "%(count)s players are in no group and come off the list.",
            left_out,
        )
        text = f"{waiting % {'count': left_out}} {text}"
    return confirmation(
        request,
        club=season.club,
        title=_("Start %(season)s?") % {"season": season.name},
        text=text,
        action=_("Start the season"),
        back=reverse("leagues:groups", args=[season.address_key]),
    )


def _to_groups(season: Season) -> HttpResponse:
    return redirect("leagues:groups", key=season.address_key)


def _offered(season: Season, participants: Sequence[Participant]) -> list[tuple[str, str]]:
    """The groups there are, one more in each division, and one more division."""
    there: dict[int, int] = {}
    for participant in participants:
        if participant.group:
            level = participant.group.division.level
            there[level] = max(there.get(level, 0), participant.group.number)
    levels = min(max(there, default=0) + 1, MOST_LEVELS)
    offered = []
    for level in range(1, levels + 1):
        division = Division(season=season, level=level)
        for number in range(1, min(there.get(level, 0) + 1, MOST_GROUPS) + 1):
            group = Group(division=division, number=number)
            offered.append((f"{level}.{number}", f"{division} · {group}"))
    return offered


def _initial(participants: Sequence[Participant]) -> dict[str, str]:
    return {
        f"group-{participant.player.public_id}": f"{participant.group.division.level}.{participant.group.number}"
        for participant in participants
        if participant.group
    }


def _describe_groups(season: Season, participants: Sequence[Participant]) -> list[dict[str, object]]:
    """Each group with its size and what its schedule would be like."""
    placed: dict[Group, list[Participant]] = {}
    for participant in participants:
        if participant.group:
            placed.setdefault(participant.group, []).append(participant)
    seats = season.configuration.seats
    groups = []
    for group, members in placed.items():
        fits = len(members) in GROUP_SIZES[seats]
        plan = schedule(len(members), seats) if fits else None
        groups.append(
            {
                "group": group,
                "members": members,
                "schedule": plan,
                "balance": balance(plan) if plan else None,
            }
        )
    return groups
