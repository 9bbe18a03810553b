"""Backups: one file with the database, what people uploaded, and a summary by which a restore proves itself.

The file is an ordinary zip, or with a key an ordinary age file around it: `age --decrypt` and `unzip` open it where
nothing of Caledonia is left.
"""
