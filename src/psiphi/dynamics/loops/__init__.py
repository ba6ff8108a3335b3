"""Robots with loops: their equations, how they close, what they need and what they feel."""
