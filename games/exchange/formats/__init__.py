"""Files of games: readers give records, writers take them. No database here."""
