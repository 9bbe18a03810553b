"""Structured logs: one event a line, with the request's id, as readable lines or as JSON."""

import logging
from typing import Any

import structlog

from caledonia_site.common.redaction import without_secrets

SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


class DiscreetFormatter(structlog.stdlib.ProcessorFormatter):
    """Whoever wrote the line and whatever failed: what leaves us holds no secret of a person."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


def logging_for(*, level: str, form: str) -> dict[str, Any]:
    """Django's LOGGING for a level and a form ("lines" for people, "json" for machines)."""
    renderer: list[Any]
    if form == "json":
        renderer = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # The renderer's own tracebacks show local variables, and with them passwords and keys.
        plain = structlog.dev.plain_traceback
        renderer = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
    # A line that cannot be written would be shown with everything it was made of.
    logging.raiseExceptions = False
    structlog.configure(
        processors=[*SHARED_PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": DiscreetFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
                "foreign_pre_chain": SHARED_PROCESSORS,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": ["stderr"], "level": level, "propagate": False},
            # The request's own line says the same, with its id and the time it took.
            "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
            "django.server": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
            # The web server's own, which would bring handlers of its own.
            "_granian": {"handlers": ["stderr"], "level": level, "propagate": False},
            "granian.access": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        },
    }
