"""E-mails that their reader can stop, by a link in the text or by the button of a mail program."""

from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string


def send_stoppable_mail(template: str, *, to: str, stop_address: str, context: dict[str, Any]) -> None:
    """In the language of the moment. `template` names two texts without their ends, the subject and the rest; both
    know `stop_address`.
    """
    known = {**context, "stop_address": stop_address}
    EmailMessage(
        render_to_string(f"{template}_subject.txt", known).strip(),
        render_to_string(f"{template}.txt", known),
        settings.DEFAULT_FROM_EMAIL,
        [to],
        headers={
            "List-Unsubscribe": f"<{stop_address}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    ).send()
