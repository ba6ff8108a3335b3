"""From a sweep program and a robot to loops over bodies."""
