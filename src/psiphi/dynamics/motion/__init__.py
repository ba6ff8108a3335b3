"""Steps of motion as scalar programs: the forces that act, the dynamics, and their derivatives."""
