"""What is computed: traced scalars, the program they make, its instructions and operation counts."""
