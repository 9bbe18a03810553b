"""Counted games as columns of small numbers, in segments.

A filter over a million games is then a few passes over short arrays; the alternatives we measured against are in
docs/decisions.
"""
