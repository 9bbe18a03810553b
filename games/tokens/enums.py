"""What a token may do."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TokenScope(models.TextChoices):
    READ = "read", _("Read")
    WRITE = "write", _("Read and write")
