"""Reading settings from the environment, with one clear sentence for a value that cannot be used."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

PREFIX = "CALEDONIA_"
_env = environ.Env()


class SettingError(ImproperlyConfigured):
    """A setting from the environment is missing or cannot be used; the message names it."""


def _raw(name: str) -> str | None:
    value = _env.ENVIRON.get(PREFIX + name)
    return value.strip() if value and value.strip() else None


def text(name: str, default: str) -> str:
    return _raw(name) or default


def required(name: str, purpose: str) -> str:
    value = _raw(name)
    if value is None:
        raise SettingError(f"the setting {PREFIX}{name} is missing: {purpose}.")
    return value


def words(name: str, default: list[str]) -> list[str]:
    value = _raw(name)
    return default if value is None else [word.strip() for word in value.split(",") if word.strip()]


def flag(name: str, *, default: bool) -> bool:
    value = _raw(name)
    if value is None:
        return default
    if value.lower() in {"1", "true", "yes", "on"}:
        return True
    if value.lower() in {"0", "false", "no", "off"}:
        return False
    raise SettingError(f"the setting {PREFIX}{name} is '{value}', but must be yes or no.")


def number(name: str, default: int, *, least: int, most: int) -> int:
    value = _raw(name)
    if value is None:
        return default
    try:
        result = int(value)
    except ValueError:
        result = least - 1
    if not least <= result <= most:
        raise SettingError(
            f"the setting {PREFIX}{name} is '{value}', but must be a whole number from {least} to {most}."
        )
    return result


def choice(name: str, default: str, *, among: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in among:
        raise SettingError(f"the setting {PREFIX}{name} is '{value}', but must be one of {', '.join(among)}.")
    return value


def origin(name: str, default: str) -> str:
    """The address of a site, without a path: https://example.org."""
    value = text(name, default).rstrip("/")
    try:
        parts = urlsplit(value)
        good = (
            parts.scheme in {"http", "https"}
            and parts.hostname
            and value == f"{parts.scheme}://{parts.netloc}"
        )
        good = good and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        good = False
    if not good:
        raise SettingError(
            f"the setting {PREFIX}{name} is '{value}', but must be an address such as https://example.org."
        )
    return value


def addresses(name: str) -> list[str]:
    """Where to write to: mailto: or https:, with commas."""
    values = words(name, [])
    for value in values:
        if not value.startswith(("mailto:", "https://")) or any(sign.isspace() for sign in value):
            raise SettingError(
                f"the setting {PREFIX}{name} is '{value}', but must be an address that begins with mailto: or https://."
            )
    return values


def shown_host(host: str) -> str:
    """As it stands in an address of this machine, for one that a server listens on."""
    return "localhost" if host in {"0.0.0.0", "::"} else f"[{host}]" if ":" in host else host  # noqa: S104


def folder(name: str, default: Path) -> Path:
    return Path(text(name, str(default))).expanduser().resolve()


def database(name: str, default: str) -> dict[str, Any]:
    """Django's description of a database from an address such as postgres://user:password@host/name."""
    value = text(name, default)
    try:
        description: dict[str, Any] = _env.db_url_config(value)
    except (ValueError, ImproperlyConfigured):
        description = {}
    if description.get("ENGINE") not in {"django.db.backends.postgresql", "django.db.backends.sqlite3"}:
        # The value may hold a password, so it is not repeated.
        raise SettingError(
            f"the setting {PREFIX}{name} is no database address: write postgres://user:password@host/name "
            "or sqlite:////folder/file."
        )
    return description
