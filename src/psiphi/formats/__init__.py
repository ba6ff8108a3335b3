"""Robot files: URDF, MJCF, Denavit–Hartenberg tables and psiphi's own JSON become Models."""
