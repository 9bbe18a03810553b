"""What a player has achieved."""
