"""The production stack under load: `make load`. See docs/load.md, which it writes."""
