"""The figures of the papers, drawn from models and sweeps, with what they say checked."""
