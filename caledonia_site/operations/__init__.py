"""Watching and keeping the running site: state of the jobs, metrics, pending migrations, backups."""
