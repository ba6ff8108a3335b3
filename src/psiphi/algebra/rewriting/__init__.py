"""Rewriting: polynomials of words, rules from the definitions, inverses removed."""
