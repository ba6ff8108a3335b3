"""Operation counts of the papers beside those of compiled programs."""
