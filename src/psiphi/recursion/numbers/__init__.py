"""Numbers of any type: vectors, small matrices and their factors, dual numbers."""
