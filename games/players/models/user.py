"""The account a person signs in with."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.middleware import Theme

if TYPE_CHECKING:
    from games.players.models.player import Player


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.full_clean()
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """An account is an e-mail address and a password; the name others see is its player's."""

    email = models.EmailField(_("e-mail address"), unique=True)
    language = models.CharField(
        _("language"),
        max_length=10,
        choices=settings.LANGUAGES,
        blank=True,
        help_text=_("Empty: as the browser says."),
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, help_text=_("Empty: as the browser says.")
    )
    theme = models.CharField(_("colours"), max_length=5, choices=Theme.choices, default=Theme.AUTO)
    is_demo = models.BooleanField(_("demo data"), default=False, editable=False, db_index=True)
    is_staff = models.BooleanField(_("site staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = []

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique",
                violation_error_message=_("An account with this e-mail address exists already."),
            )
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def player_or_none(self) -> "Player | None":
        """An account made on the command line has no player until its owner chooses a name."""
        return getattr(self, "player", None)
