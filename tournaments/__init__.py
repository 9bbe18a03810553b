"""What a club competes in."""
