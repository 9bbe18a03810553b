"""Players and accounts for the site's staff, and the base of actions that ask before they act."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caledonia_site.common.errors import UserError
from games.players.models import Player, PlayerMerge, User
from games.players.services.merges import merge_players, undo_merge


def is_confirmed(request: HttpRequest) -> bool:
    return request.POST.get("confirmed") == "yes"


def ask(model_admin: Any, request: HttpRequest, things: Any, *, action: str, title: str) -> HttpResponse:
    """The question; its answer comes back to the same action."""
    context = model_admin.admin_site.each_context(request) | {
        "title": title,
        "things": things,
        "action": action,
        "opts": model_admin.model._meta,
    }
    return TemplateResponse(request, "admin/confirm_action.html", context)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ["name", "account", "visibility", "is_demo", "created_at"]
    list_filter = ["visibility", ("account", admin.EmptyFieldListFilter), "is_demo", "created_at"]
    list_select_related = ["account"]
    search_fields = ["name", "name_key", "public_id", "account__email"]
    autocomplete_fields = ["account"]
    readonly_fields = ["public_id", "name_key", "is_demo", "created_at"]
    actions = ["merge"]

    @admin.action(description=gettext_lazy("Merge the two chosen players"), permissions=["change"])
    def merge(self, request: HttpRequest, queryset: QuerySet[Player]) -> HttpResponse | None:
        """The guest goes into the player with an account, or the younger guest into the older."""
        chosen = sorted(queryset, key=lambda player: (player.is_guest, player.pk))
        if len(chosen) != 2:
            messages.error(request, _("Choose exactly two players."))
            return None
        target, source = chosen
        if not is_confirmed(request):
            title = _("Merge %(source)s into %(target)s?") % {"source": source, "target": target}
            return ask(self, request, chosen, action="merge", title=title)
        try:
            merge_players(source=source, target=target, actor=request.user)
        except UserError as error:
            messages.error(request, str(error))
        else:
            self.log_change(request, target, f"← {source.name} ({source.public_id})")
            messages.success(request, _("The two players are one now. You can undo this for 30 days."))
        return None


@admin.register(PlayerMerge)
class PlayerMergeAdmin(admin.ModelAdmin):
    """To look at and to undo."""

    list_display = ["source", "target", "merged_by", "merged_at", "undone_at"]
    list_filter = ["merged_at", ("undone_at", admin.EmptyFieldListFilter)]
    list_select_related = ["source", "target", "merged_by"]
    search_fields = ["public_id", "source__name_key", "target__name_key"]
    readonly_fields = [field.name for field in PlayerMerge._meta.fields if field.name != "id"]
    actions = ["undo"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Without its record a merge could not be undone."""
        return False

    @admin.action(description=gettext_lazy("Undo the chosen merges"), permissions=["change"])
    def undo(self, request: HttpRequest, queryset: QuerySet[PlayerMerge]) -> HttpResponse | None:
        if not is_confirmed(request):
            return ask(self, request, queryset, action="undo", title=_("Undo these merges?"))
        for merge in queryset.order_by("-pk"):
            try:
                undo_merge(merge=merge, actor=request.user)
            except UserError as error:
                messages.error(request, f"{merge}: {error}")
            else:
                self.log_change(request, merge, "undo")
                messages.success(
                    request, _("The merge is undone: %(name)s is back.") % {"name": merge.source}
                )
        return None


class AccountCreationForm(AdminUserCreationForm):
    class Meta:
        model = User
        fields = ["email"]


@admin.register(User)
class AccountAdmin(UserAdmin):
    add_form = AccountCreationForm
    list_display = ["email", "player", "is_staff", "is_active", "date_joined"]
    list_filter = ["is_staff", "is_superuser", "is_active", "language", "is_demo", "groups"]
    list_select_related = ["player"]
    search_fields = ["email", "player__name_key"]
    ordering = ["email"]
    readonly_fields = ["player", "last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["email", "player", "password"]}),
        (gettext_lazy("Preferences"), {"fields": ["language", "time_zone", "theme"]}),
        (
            gettext_lazy("Rights"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        (gettext_lazy("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]
    add_fieldsets = [(None, {"fields": ["email", "usable_password", "password1", "password2"]})]

    @admin.display(description=gettext_lazy("player"), ordering="player__name_key")
    def player(self, account: User) -> str:
        return str(account.player_or_none or "–")
