"""Who sits with whom: balanced schedules of groups, divisions of the next season, draws of a round. No Django here."""
