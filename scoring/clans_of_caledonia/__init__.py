"""Clans of Caledonia with its expansion Industria, solo play and the Automa."""
