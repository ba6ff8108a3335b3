"""Flexible bodies in sweeps: values of 6 + n numbers, and what transforms, inertias and filters make of them.

constants         modal integrals and nodes in working frames
flexed            a body in one shape: M(η), and M z + b
nodes             how a node sits and moves, and the step from a body on it to the flexible one
inertia           a symmetric (6 + n)×(6 + n), whose 6×6 is like that of rigid bodies
coriolis          C_M, and what it becomes across bodies
bodies            the bodies of a robot of which some are flexible
"""
