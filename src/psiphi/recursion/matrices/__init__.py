"""Matrices of operators, block by block."""
