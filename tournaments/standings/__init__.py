"""Standings of seasons and events: results in, an ordered table with its reasons out. No Django here.

Results and who takes part (`results`), how a table's places become points (`schemes`), how equal points are told
apart (`tiebreakers`), what an organiser chooses (`rules`), the table itself (`table`), and what is read off it:
movement, race and form (`history`), records (`honours`), what may still happen (`outlook`).

Arithmetic is exact throughout, so that a standing never depends on the order in which results arrive.
"""
