"""psiphi: robot dynamics from the spatial operator algebra."""
