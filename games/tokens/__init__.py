"""Personal tokens: how programs act for a person."""
