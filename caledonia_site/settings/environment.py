"""Reading settings from the environment, with one clear sentence for a value that cannot be used."""

from pathlib import Path
from typing import Any

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
