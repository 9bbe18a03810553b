"""The account of a person: how they come in, what they prefer, what we hold about them and how it goes."""
