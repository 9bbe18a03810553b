"""Counted games as DataFrames, for jobs alone: no page, no answer of the API and no selector imports pandas."""
