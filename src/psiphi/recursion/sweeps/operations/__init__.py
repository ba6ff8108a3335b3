"""What a sweep is made of: one class for each operation.

A class says what the value is at one body and what bodies send to their parents, in which direction that
runs and where operands are read, how it is printed, and whether a loop over bodies can hold it. Scheduling,
verifying, running, rolling and printing are loops over these. Operands are values of the same place, but for
those of steps; so one visit per body suffices, and a program runs the same on an array of scalars as in a
loop over bodies.
"""
