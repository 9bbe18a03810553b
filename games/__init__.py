"""Everything about games, players and clubs: a list of domains, each an app of its own."""
