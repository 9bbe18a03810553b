"""What leagues and events have in common, once. It knows neither."""
