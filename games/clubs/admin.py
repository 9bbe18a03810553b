"""Clubs for the site's staff.

Changes go through the services of the site, so that here too no club loses its last owner.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.errors import UserError
from games.clubs.enums import Role
from games.clubs.models import Club, Invitation, JoinRequest, Meeting, MeetingAnswer, Membership, PlayerAlias
from games.clubs.services.admission import revoke_invitation
from games.clubs.services.clubs import (
    ClubDetails,
    ClubNameTakenError,
    delete_club,
    is_name_taken,
    store_details,
)
from games.clubs.services.locks import keep_an_owner
from games.clubs.services.meetings import cancel_meeting
from games.clubs.services.members import GuestRoleError, change_role, remove_member
from games.players.admin import ask, is_confirmed

DETAILS = ["name", "town", "time_zone", "language", "description", "visibility"]


class MembershipInline(admin.TabularInline):
    """To look at; roles change on the membership's own page."""

    model = Membership
    extra = 0
    fields = ["player", "role", "joined_at"]
    readonly_fields = ["player", "role", "joined_at"]
    show_change_link = True
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return Membership.objects.select_related("player", "club")


class ClubAdminForm(forms.ModelForm):
    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        club = Club(
            pk=self.instance.pk, name=cleaned.get("name", ""), visibility=cleaned.get("visibility", "")
        )
        if is_name_taken(club):
            raise ValidationError({"name": str(ClubNameTakenError())})
        return cleaned


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    form = ClubAdminForm
    list_display = ["name", "town", "visibility", "members", "is_demo", "created_at"]
    list_filter = ["visibility", "language", "is_demo", "created_at"]
    search_fields = ["name", "name_key", "town_key", "slug", "public_id"]
    readonly_fields = ["public_id", "slug", "members", "is_demo", "created_at"]
    inlines = [MembershipInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return Club.objects.with_member_count()

    @admin.display(description=gettext_lazy("members"), ordering="member_count")
    def members(self, club: Club) -> int:
        count: int = getattr(club, "member_count", 0)
        return count

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A club begins with its owner, on the site."""
        return False

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        """The address follows name and visibility, as on the site."""
        store_details(obj, ClubDetails(**{name: getattr(obj, name) for name in DETAILS}))

    def delete_model(self, request: HttpRequest, obj: Club) -> None:
        delete_club(actor=request.user, club=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Club]) -> None:
        for club in queryset:
            delete_club(actor=request.user, club=club)


class MembershipAdminForm(forms.ModelForm):
    def clean_role(self) -> str:
        role: str = self.cleaned_data["role"]
        before = Membership.objects.select_related("player").filter(pk=self.instance.pk).first()
        if before is not None:
            try:
                if role != Role.OWNER:
                    keep_an_owner(before)
                if before.player.is_guest and role != Role.MEMBER:
                    raise GuestRoleError
            except UserError as error:
                raise ValidationError(str(error)) from error
        return role


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Nobody is put into a club from here: they are invited, or added as a guest, on the site."""

    form = MembershipAdminForm
    list_display = ["player", "club", "role", "joined_at"]
    list_filter = ["role", "joined_at"]
    list_select_related = ["player", "club"]
    search_fields = ["player__name_key", "club__name_key", "player__account__email"]
    readonly_fields = ["club", "player", "joined_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Membership | None = None) -> bool:
        if obj is not None:
            try:
                keep_an_owner(obj)
            except UserError:
                return False
        return super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        change_role(actor=request.user, membership=obj, role=Role(obj.role))

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        remove_member(actor=request.user, membership=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        for membership in queryset.select_related("club"):
            try:
                remove_member(actor=request.user, membership=membership)
            except UserError as error:
                messages.error(request, f"{membership}: {error}")


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin):
    """To look at and to revoke. Links are not shown: staff do not come in by them."""

    list_display = ["public_id", "club", "role", "email", "expires_at", "uses", "max_uses", "revoked_at"]
    list_filter = ["role", "expires_at", ("revoked_at", admin.EmptyFieldListFilter)]
    list_select_related = ["club"]
    search_fields = ["public_id", "email", "club__name_key"]
    readonly_fields = [field.name for field in Invitation._meta.fields if field.name != "id"]
    actions = ["revoke"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.action(description=gettext_lazy("Revoke the chosen invitations"), permissions=["change"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> HttpResponse | None:
        if not is_confirmed(request):
            return ask(self, request, queryset, action="revoke", title=_("Revoke these invitations?"))
        for invitation in queryset.select_related("club"):
            revoke_invitation(actor=request.user, invitation=invitation)
            self.log_change(request, invitation, "revoke")
        messages.success(request, _("The invitations are revoked."))
        return None


@admin.register(JoinRequest)
class JoinRequestAdmin(admin.ModelAdmin):
    list_display = ["player", "club", "state", "created_at", "answered_at"]
    list_filter = ["state", "created_at"]
    list_select_related = ["player", "club"]
    search_fields = ["player__name_key", "club__name_key"]
    readonly_fields = [field.name for field in JoinRequest._meta.fields if field.name != "id"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(PlayerAlias)
class PlayerAliasAdmin(admin.ModelAdmin):
    list_display = ["spelling", "player", "club", "created_at"]
    list_select_related = ["player", "club"]
    search_fields = ["spelling_key", "player__name_key", "club__name_key"]
    autocomplete_fields = ["player", "club"]
    readonly_fields = ["created_at"]


class MeetingAnswerInline(admin.TabularInline):
    """To look at: nobody answers for a member."""

    model = MeetingAnswer
    extra = 0
    fields = ["player", "choice", "answered_at"]
    readonly_fields = ["player", "choice", "answered_at"]
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[MeetingAnswer]:
        return MeetingAnswer.objects.select_related("player", "meeting")


@admin.register(Meeting)
class MeetingAdmin(admin.ModelAdmin):
    """To look at, to cancel and to delete; planning and moving is the club's, in its own time zone."""

    list_display = ["title", "club", "starts_at", "place", "coming", "cancelled_at"]
    list_filter = ["starts_at", ("cancelled_at", admin.EmptyFieldListFilter)]
    list_select_related = ["club"]
    search_fields = ["title", "place", "club__name_key", "public_id"]
    date_hierarchy = "starts_at"
    readonly_fields = [field.name for field in Meeting._meta.fields if field.name != "id"]
    inlines = [MeetingAnswerInline]
    actions = ["cancel"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Meeting]:
        return Meeting.objects.with_answers(request.user)

    @admin.display(description=gettext_lazy("coming"), ordering="coming_count")
    def coming(self, meeting: Meeting) -> int:
        count: int = getattr(meeting, "coming_count", 0)
        return count

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.action(description=gettext_lazy("Cancel the chosen events"), permissions=["change"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[Meeting]) -> HttpResponse | None:
        if not is_confirmed(request):
            return ask(self, request, queryset, action="cancel", title=_("Cancel these events?"))
        for meeting in queryset.select_related("club"):
            try:
                cancel_meeting(actor=request.user, meeting=meeting)
            except UserError as error:
                messages.error(request, f"{meeting}: {error}")
            else:
                self.log_change(request, meeting, "cancel")
                messages.success(request, _("%(event)s is cancelled.") % {"event": meeting})
        return None
