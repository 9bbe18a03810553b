"""A sheet that a whole table fills together, and the phones that do."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.joint_sheets.enums import JointState, SetupWriting, Writing
from games.results.models import Game


def new_key() -> str:
    return secrets.token_urlsafe(16)


class JointSheet(models.Model):
    """A draft on the server that several phones write.

    `key` is the address and the right to read it, `code` the short way there for some hours, `entry_key` the key the
    game will be recorded with. `keeper` is the number of the phone whose sheet it is. `fields` and `clients` are as
    `protocol` reads them, `people` who sat there when a league or tournament prepared it: for each seat the public id
    of the player (or "") and the name that was shown.
    """

    key = models.CharField(max_length=32, unique=True, default=new_key)
    entry_key = models.UUIDField()
    system = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=JointState, default=JointState.OPEN)
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="+")
    code = models.CharField(max_length=4, blank=True)
    code_until = models.DateTimeField(null=True)
    writing = models.CharField(max_length=10, choices=Writing, default=Writing.OWN)
    setup = models.CharField(max_length=10, choices=SetupWriting, default=SetupWriting.KEEPER)
    keeper = models.PositiveSmallIntegerField(default=1)
    prepared = models.CharField(max_length=200, blank=True)
    people = models.JSONField(default=list)
    fields = models.JSONField(default=dict)
    clients = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=1)
    touched_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        verbose_name = _("joint sheet")
        verbose_name_plural = _("joint sheets")
        constraints = [
            models.UniqueConstraint(fields=["code"], condition=~Q(code=""), name="one_sheet_for_each_code"),
            # An ended sheet gives its key back: what was typed goes on as somebody's own.
            models.UniqueConstraint(
                fields=["entry_key"], condition=~Q(state="ended"), name="one_joint_sheet_for_each_entry_key"
            ),
            # Everybody at a table of a tournament comes to the same sheet.
            models.UniqueConstraint(
                fields=["prepared"],
                condition=Q(state="open") & ~Q(prepared=""),
                name="one_open_joint_sheet_for_each_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system} {self.entry_key}"


class JointPhone(models.Model):
    """A browser that opened the sheet and said who it is.

    `device` tells it again and is another text in each sheet; `sealed_device` is what only the site can read, to
    confirm the result with it. Who leaves keeps the number: what they wrote is theirs.
    """

    sheet = models.ForeignKey(JointSheet, on_delete=models.CASCADE, related_name="phones")
    number = models.PositiveSmallIntegerField()
    device = models.CharField(max_length=64)
    sealed_device = models.TextField()
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="joint_phones"
    )
    seat = models.PositiveSmallIntegerField(null=True)
    is_here = models.BooleanField(default=True)
    done = models.BooleanField(default=False)
    at = models.CharField(max_length=100, blank=True)
    heard_at = models.DateTimeField()

    class Meta:
        verbose_name = _("phone of a joint sheet")
        verbose_name_plural = _("phones of joint sheets")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="joint_phone_number"),
            models.UniqueConstraint(fields=["sheet", "device"], name="joint_phone_device"),
            models.UniqueConstraint(fields=["sheet", "seat"], name="joint_phone_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_id}: {self.number}"
