"""From a call in Python to machine code: the safe path, and the direct one."""
