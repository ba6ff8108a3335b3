"""Methods of integration that run in Python: steps of one length, and DOP853."""
