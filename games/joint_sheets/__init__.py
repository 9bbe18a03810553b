"""Sheets that a whole table fills together: everybody on their own phone, one draft on the server."""
