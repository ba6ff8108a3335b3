"""What a sweep is made of: one class for each operation.

A class says what the value is at one body and what bodies send to their parents, in which direction that
runs and where operands are read, how it is printed, and whether a loop over bodies can hold it. Scheduling,
verifying, running, rolling and printing are loops over these. Operands are values of the same place, but for
those of steps; so one visit per body suffices, and a program runs the same on an array of scalars as in a
loop over bodies.
"""

from psiphi.recursion.sweeps.operations.inertias import (
    Behind,
    Compliances,
    GainedBehind,
    JointCoriolis,
    LyapunovRecursion,
    RiccatiRecursion,
    WholeInverse,
)
from psiphi.recursion.sweeps.operations.motion import (
    Accelerate,
    AngularVelocities,
    FramePoses,
    Gravity,
    JointRates,
    Newton,
    Poses,
    Velocities,
)
from psiphi.recursion.sweeps.operations.operation import At, Definition, Direction, Id, Operation
from psiphi.recursion.sweeps.operations.steps import Inward, InwardBeside, Outward, Siblings, ThroughParent
from psiphi.recursion.sweeps.operations.vectors import (
    Apply,
    DerivativeOf,
    Dot,
    Held,
    Input,
    Linear,
    One,
    Recursion,
    Scaled,
)
from psiphi.recursion.sweeps.operations.whole import ApplyDiagonal, ApplyFactors, LoopEnds, LoopMotions, Solve

__all__ = [
    "Accelerate",
    "AngularVelocities",
    "Apply",
    "ApplyDiagonal",
    "ApplyFactors",
    "At",
    "Behind",
    "Compliances",
    "Definition",
    "DerivativeOf",
    "Direction",
    "Dot",
    "FramePoses",
    "GainedBehind",
    "Gravity",
    "Held",
    "Id",
    "Input",
    "Inward",
    "InwardBeside",
    "JointCoriolis",
    "JointRates",
    "Linear",
    "LoopEnds",
    "LoopMotions",
    "LyapunovRecursion",
    "Newton",
    "One",
    "Operation",
    "Outward",
    "Poses",
    "Recursion",
    "RiccatiRecursion",
    "Scaled",
    "Siblings",
    "Solve",
    "ThroughParent",
    "Velocities",
    "WholeInverse",
]
