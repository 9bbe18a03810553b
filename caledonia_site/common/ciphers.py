"""Text that only this site can read and write, wherever it is kept."""

import base64
import hashlib

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def cipher_for(purpose: str) -> MultiFernet:
    """Encrypts with the site's secret key, and still reads what older keys wrote; of this purpose alone."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (hashlib.sha256(f"{purpose}:{secret!s}".encode()).digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
