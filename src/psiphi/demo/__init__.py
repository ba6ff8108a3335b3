"""The demonstration: an operator expression from its derivation to a simulation, and a page that shows it."""
