"""Joints: their kinds and manifolds, mimics, and the rotors that drive them."""
