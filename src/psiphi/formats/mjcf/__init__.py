"""MJCF files: checked by psiphi, compiled by MuJoCo, taken over as Models."""
