"""Pages of clubs that show games too."""
