"""Formats of events: stages that follow one another, from results so far to the next round. No Django here.

What a stage is (`stages`), where it stands (`state`), who plays whom next (`rounds`), brackets (`knockout`), who goes
on and the final ranking (`ranking`), and whole events played by bots (`simulation`).
"""
