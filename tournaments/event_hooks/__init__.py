"""How events hang together with other areas: merging of players, the club's page, the score sheet, names, jobs."""
