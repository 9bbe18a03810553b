"""Pages of leagues and seasons."""
