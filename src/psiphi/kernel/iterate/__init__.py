"""One driver for loops in time or towards a solution: programs that run again and again on state in slots."""
