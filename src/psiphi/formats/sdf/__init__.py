"""SDF files."""
