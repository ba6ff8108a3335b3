"""Inertias at a body, and the recursions of inertias: Riccati equations, composites, compliances."""
