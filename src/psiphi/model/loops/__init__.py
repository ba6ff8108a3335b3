"""Loops of a model, as data: their kinds, how far they are from closed, whether they make sense."""
