"""Loops that close a tree: where their ends are, and their operators."""
