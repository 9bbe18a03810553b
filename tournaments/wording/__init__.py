"""What the codes of standings, schedules and settings mean in words."""
