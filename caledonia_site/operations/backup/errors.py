class BackupError(Exception):
    """A backup or a restore cannot be done; the message is a sentence for the operator."""
