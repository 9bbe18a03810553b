"""The name under which workers know imports."""

TOPIC = "imports"
WEBHOOKS = "webhooks"
