"""The pages of the account that the library does not bring."""
