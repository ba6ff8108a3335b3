"""The configuration manifold on generic numbers: where velocities lead, and what lies between."""
