"""E-mail of a site without a mail server: files in the data folder."""

from collections.abc import Sequence
from pathlib import Path

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django.utils.text import slugify

from caledonia_site.common.public_id import new_public_id

log = structlog.get_logger(__name__)


class MailFolderBackend(BaseEmailBackend):
    """Writes each e-mail as a file that any mail program opens, and says in the log where it is."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.MAIL_FOLDER)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            moment = timezone.now().strftime("%Y-%m-%d-%H%M%S")
            path = folder / f"{moment}-{slugify(message.to[0])[:40]}-{new_public_id()}.eml"
            path.touch(mode=0o600)
            path.write_bytes(message.message().as_bytes())
            log.info("mail_written", subject=message.subject, file=str(path))
        return len(email_messages)
