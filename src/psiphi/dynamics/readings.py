"""What is read off the matrices of operators: poses, the centre of mass, inertias body by body."""

from __future__ import annotations

from itertools import accumulate

from psiphi.kernel.program.program import Output
from psiphi.kernel.reading import Reading, Rows
from psiphi.recursion.bodies.mechanism import Mechanism
from psiphi.recursion.numbers.arithmetic import Arithmetic, Number
from psiphi.recursion.numbers.small_matrices import Factors
from psiphi.recursion.numbers.vectors import Matrix, Vector, dot, negative, times


def pose_of(shift: Rows) -> tuple[Matrix, Vector]:
    """R and p of X_0 = [[R, 0], [p̃R, R]]: p̃ = (p̃R)R*."""
    x, y, z, u, v, w = ((a, b, c) for a, b, c, *_ in shift)
    return (x, y, z), (dot(w, y), dot(u, z), dot(v, x))


def _pose(mechanism: Mechanism, shift: Rows, arithmetic: Arithmetic) -> tuple[Output, ...]:
    rotation, position = pose_of(shift)
    scalars = tuple(x for row in rotation for x in row)
    return Output("rotation", (3, 3), scalars), Output("position", (3,), position)


def _poses(mechanism: Mechanism, shift: Rows, arithmetic: Arithmetic) -> tuple[Output, ...]:
    """R and p of each frame, from the blocks of X_0 on the diagonal."""
    frames = [
        _pose(mechanism, [row[k : k + 6] for row in shift[k : k + 6]], arithmetic)
        for k in range(0, len(shift), 6)
    ]
    rotations = tuple(x for rotation, _ in frames for x in rotation.scalars)
    positions = tuple(x for _, position in frames for x in position.scalars)
    return (
        Output("rotations", (len(frames), 3, 3), rotations),
        Output("positions", (len(frames), 3), positions),
    )


def _moment(inertia: Rows) -> tuple[Number, Number, Number]:
    """m c of [[I, m c̃], [−m c̃, m]]."""
    return inertia[2][4], inertia[0][5], inertia[1][3]


def _center_of_mass(mechanism: Mechanism, inertia: Rows, arithmetic: Arithmetic) -> tuple[Output, ...]:
    mass = inertia[3][3]
    whole = 1.0 / mechanism.mass if isinstance(mass, float) else arithmetic.reciprocal(mass)
    center = tuple(times(x, whole) for x in _moment(inertia))
    return (Output("center_of_mass", (3,), center),)


def _potential_energy(mechanism: Mechanism, inertia: Rows, arithmetic: Arithmetic) -> tuple[Output, ...]:
    energy = negative(dot(_moment(inertia), mechanism.gravity))
    return (Output("potential_energy", (), (energy,)),)


def _body_blocks(mechanism: Mechanism, matrix: Rows, arithmetic: Arithmetic) -> tuple[Output, ...]:
    """The 6×6 blocks on the diagonal, one for each body; rows of modes are left out."""
    sizes = [6 if link.modes is None else 6 + link.modes.count for link in mechanism.links]
    starts = [end - size for end, size in zip(accumulate(sizes), sizes, strict=True)]
    values = [x for k in starts for row in matrix[k : k + 6] for x in row[k : k + 6]]
    return (Output("blocks", (len(starts), 6, 6), tuple(values)),)


def _pivots(mechanism: Mechanism, matrix: Rows, arithmetic: Arithmetic) -> tuple[Output, ...]:
    """d of L diag(d) L* for the block of each joint, whose product is the determinant.

    Mimic joints, tendons and loops that are joints couple the blocks: the matrix is then taken as one.
    """
    coupled = mechanism.followers or mechanism.tendons or mechanism.groups
    pivots: list[Number] = []
    for places in (range(len(matrix)),) if coupled else (link.v for link in mechanism.links):
        block = [[matrix[i][j] for j in places] for i in places]
        pivots.extend(Factors.of(block, arithmetic).diagonal)
    return (Output("pivots", (len(pivots),), tuple(pivots)),)


def _without_base(mechanism: Mechanism, matrix: Rows, arithmetic: Arithmetic) -> tuple[Output, ...]:
    """The rows and columns of all joints but the free root, whose six come first."""
    n = len(matrix) - 6
    return (Output("result", (n, n), tuple(x for row in matrix[6:] for x in row[6:])),)


POSE = Reading("pose", _pose)
POSES = Reading("poses", _poses)
CENTER_OF_MASS = Reading("center of mass", _center_of_mass)
POTENTIAL_ENERGY = Reading("potential energy", _potential_energy)
BODY_BLOCKS = Reading("body blocks", _body_blocks)
PIVOTS = Reading("pivots", _pivots)
WITHOUT_BASE = Reading("without base", _without_base, slice(6, None))
