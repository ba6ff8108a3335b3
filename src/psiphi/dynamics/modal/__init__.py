"""Small vibrations: eigenvalues and modes of a robot, and their picture."""
