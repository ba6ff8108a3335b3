"""Single rows with limbs alike, and columns, in the lanes of vectors: the bits of batches, in less code."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scalar_programs import random_program

import psiphi
from psiphi.formats.robots.random_tree import random_tree
from psiphi.kernel.code import host, llvm
from psiphi.kernel.code.isa import ISAS, available
from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.emit.form import emit_program
from psiphi.kernel.native import compile_program
from psiphi.kernel.packed import packing, parts
from psiphi.kernel.packed.limbs import limbs_alike
from psiphi.kernel.packed.packing import pack
from psiphi.kernel.program.instructions import lower
from psiphi.kernel.program.program import Argument, Output, Program
from psiphi.kernel.program.scalar import Graph, Op, cos, reciprocal, sin, sqrt
from psiphi.spatial import Inertia, Pose

VECTORS = [isa.name for isa in available() if isa.bits]
DTYPES = [np.float64, np.float32]


def _same_bits_alone(function, arrays):
    """Results of rows by themselves are those in the batch, signs of zeros included."""
    whole = function(*arrays)
    whole = whole if isinstance(whole, tuple) else (whole,)
    for row in range(len(arrays[0])):
        alone = function(*(array[row] for array in arrays))
        for one, among_others in zip(alone if isinstance(alone, tuple) else (alone,), whole, strict=True):
            assert one.tobytes() == among_others[row].tobytes()


def _rows(program, seed, dtype):
    rng = np.random.default_rng(seed)
    arrays = [rng.integers(-3, 4, (5, *x.shape)).astype(dtype) for x in program.arguments]
    return [array + (rng.random(array.shape) < 0.7) * rng.normal(size=array.shape) for array in arrays]


def limbed_program(seed, limbs, joints=2):
    """A trunk with limbs that compute the same, on their own numbers with their own signs.

    Inputs are a of the trunk, and b of the limbs, one after the other; a limb is now and then without an
    operation that the others have.
    """
    rng = np.random.default_rng(seed)
    graph = Graph()
    trunk, own = graph.inputs("a", 3), graph.inputs("b", limbs * joints)
    trunk = [trunk[0] * trunk[1], *trunk[1:], sin(trunk[2])]
    values = [[*own[joints * k : joints * (k + 1)]] for k in range(limbs)]
    constants = rng.uniform(0.1, 2.0, 40)
    total = trunk[0]
    for number in range(40):
        operation, first, second, third = rng.integers((9, 99, 99, 99))
        for limb in values:
            x, y, z = (limb[-1 - place % len(limb)] for place in (first, second, third))
            c = constants[number] * rng.choice([-1.0, 1.0])
            if rng.random() < 0.02:
                limb.append(x)
                continue
            match operation:
                case 0:
                    made = x * c + y * z
                case 1:
                    made = y * z - c * x
                case 2:
                    made = x + c * y
                case 3:
                    made = (x - y) * trunk[number % 4]
                case 4:
                    made = c * trunk[number % 4] - x
                case 5:
                    made = sin(x) * c + cos(x) * y
                case 6:
                    made = x * reciprocal(2.0 + y * y)
                case 7:
                    made = sqrt(1.0 + x * x) - z
                case _:
                    total = total + c * x
                    made = total * y if number % 2 else -y
            limb.append(made)
    results = (*(limb[-1] for limb in values), *(limb[-2] for limb in values), total)
    places = tuple(tuple(("b", joints * k + j) for j in range(joints)) for k in range(limbs))
    arguments = (Argument("a", (3,)), Argument("b", (limbs * joints,)))
    return Program(arguments, (Output("y", (2 * limbs + 1,), results),), (places,))


@pytest.mark.parametrize("isa", VECTORS)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), limbs=st.integers(2, 7), dtype=st.sampled_from(DTYPES))
def test_limbs_in_lanes_give_the_same_bits(isa, seed, limbs, dtype):
    program = limbed_program(seed, limbs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PSIPHI_ISA", isa)
        _same_bits_alone(compile_program(program), _rows(program, seed, dtype))


@pytest.mark.parametrize("precision", Precision)
def test_code_is_generated_for_instruction_sets_this_machine_lacks(precision):
    program = limbed_program(3, 4)
    assert pack(program, 8).seeds
    for isa in ISAS:
        if isa.architecture == host.architecture():
            assert llvm.assemble(emit_program(program, Target.narrow(isa, precision)).ir, isa.cpu)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), length=st.integers(1, 90), dtype=st.sampled_from(DTYPES))
def test_hints_that_mean_nothing_do_no_harm(seed, length, dtype):
    """Any inputs may be called limbs, also ones that do not exist."""
    plain = random_program(seed, length, sizes=(3, 8), outputs=((4,), (2, 3)))
    limbs = tuple((("b", k), ("a", k), ("c", k)) for k in range(3)), ((("b", 4),), (("b", 7),))
    program = Program(plain.arguments, plain.outputs, limbs)
    _same_bits_alone(compile_program(program), _rows(program, seed, dtype))


@settings(max_examples=5, deadline=None)
@given(
    seed=st.integers(0, 1000),
    limbs=st.integers(2, 9),
    kind=st.sampled_from(["revolute", "universal", "spherical", "helical", "planar"]),
    quantity=st.sampled_from(["inverse_dynamics", "forward_dynamics"]),
    dtype=st.sampled_from(DTYPES),
)
def test_random_robots_give_the_same_bits(seed, limbs, kind, quantity, dtype):
    model = random_tree(seed, bodies=2, base="free")
    seat = model.bodies[-1].name
    for limb in range(limbs):
        other = random_tree(seed + limb, bodies=2, kinds=(kind,), mimic=0.3)
        model = model.attach(other, at=seat, prefix=f"{limb} ")
    robot = psiphi.Robot(model)
    rng = np.random.default_rng(seed)
    v, x = rng.normal(size=(2, 3, robot.nv)).astype(dtype)
    _same_bits_alone(robot.kernel(quantity), (robot.random_configuration(rng, 3).astype(dtype), v, x))


@pytest.mark.parametrize(("quantity", "share"), [("inverse_dynamics", 0.35), ("forward_dynamics", 0.37)])
def test_legs_alike_are_computed_as_one(quantity, share):
    """The quadruped has four legs, and next to nothing is left of three of them.

    That holds although what comes back to them from the trunk is not the same for all.
    """
    robot = psiphi.robots.quadruped()
    kernel = robot.kernel(quantity)
    rng = np.random.default_rng(0)
    v, a = rng.normal(size=(2, 5, robot.nv))
    _same_bits_alone(kernel, (robot.random_configuration(rng, 5), v, a))
    program = kernel._unrolled.program
    instructions = [x for x in lower(program) if x.op is not Op.NEGATE]
    steps = [step for group in pack(program, 8).steps for step in group]
    assert len(steps) < share * len(instructions)
    computed = sorted(x for step in steps for lane in step.lanes for x in lane.results if x >= 0)
    assert computed == sorted(x for instruction in instructions for x in instruction.results if x >= 0)


def columned_program(seed, columns, length=30):
    """A trunk, and a matrix whose columns are computed alike from it, each with a few operations of its own.

    They are traced one after the other, some with two values in another order, and one row is that of others.
    """
    rng = np.random.default_rng(seed)
    graph = Graph()
    trunk = [*graph.inputs("a", 6)]
    for _ in range(8):
        x, y = rng.choice(len(trunk), 2)
        trunk.append(trunk[x] * trunk[y] - trunk[rng.integers(6)])
    plan = rng.integers((7, 99, 99, 99), size=(length, 4))
    rows = []
    for _ in range(columns):
        own = [trunk[rng.integers(len(trunk))] * (1.0 + rng.random()) for _ in range(3)]
        for number, (operation, first, second, third) in enumerate(plan):
            x, y = (own[-1 - place % len(own)] for place in (first, second))
            t = trunk[third % len(trunk)]
            if rng.random() < 0.1:  # in another order than others: packs need each other
                own[-1], own[-2] = own[-2], own[-1]
            match operation:
                case 0 | 1:
                    made = x - t * y
                case 2:
                    made = t * x * (-1.0 if rng.random() < 0.3 else 1.0)
                case 3:
                    made = x + y
                case 4:
                    made = 0.5 * x - y
                case 5:
                    made = x if rng.random() < 0.1 else x + t * y
                case _:
                    made = x * reciprocal(3.0 + y * y) if number % 2 else -y
            own.append(made)
        rows.append((own[-1], -own[-2], own[-1], 0.0, own[-3], own[len(own) // 2]))
    matrix = tuple(row[place] for place in range(6) for row in rows)
    outputs = (Output("m", (6, columns), matrix), Output("y", (2,), (trunk[-1], rows[0][0])))
    return Program((Argument("a", (6,)),), outputs)


@pytest.mark.parametrize("isa", VECTORS)
@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    columns=st.integers(2, 19),
    part=st.sampled_from([0, 1, 13]),
    dtype=st.sampled_from(DTYPES),
)
def test_columns_in_lanes_give_the_same_bits(isa, seed, columns, part, dtype):
    """In one function, or in parts of so many steps."""
    program = columned_program(seed, columns)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PSIPHI_ISA", isa)
        patch.setattr(packing, "_LITTLE", -1.0)
        if part:
            patch.setattr(parts, "_WHOLE", 0)
            patch.setattr(parts, "_PART", part)
        function = compile_program(program, key=f"columns {isa} {seed} {columns} {part}")
        arrays = _rows(program, seed, dtype)
        _same_bits_alone(function, arrays)
        arrays[0][1, 2] = np.nan
        _same_bits_alone(function, arrays)


@pytest.mark.parametrize(("robot", "share"), [("panda", 0.77), ("quadruped", 0.42)])
def test_right_sides_are_computed_together(robot, share):
    """Derivatives of forward dynamics solve for their columns, in the lanes of an AVX-512 register."""
    robot = getattr(psiphi.robots, robot)()
    function = robot.function("forward_dynamics_derivatives")
    program = function.program
    instructions = [x for x in lower(program) if x.op is not Op.NEGATE]
    steps = [step for group in pack(program, 8).steps for step in group]
    assert len(steps) < share * len(instructions)
    computed = sorted(x for step in steps for lane in step.lanes for x in lane.results if x >= 0)
    assert computed == sorted(x for instruction in instructions for x in instruction.results if x >= 0)


def _mirror_image(model):
    """The model on the other side of the plane y = 0; joints turn the other way."""
    mirror = np.diag([1.0, -1.0, 1.0])
    bodies = [
        replace(
            body,
            joint=replace(
                body.joint,
                placement=Pose(
                    mirror @ body.joint.placement.rotation @ mirror, mirror @ body.joint.placement.position
                ),
                axis=tuple(mirror @ body.joint.axis),
            ),
            inertia=Inertia(
                body.inertia.mass, mirror @ body.inertia.center, mirror @ body.inertia.rotational @ mirror
            ),
        )
        for body in model.bodies
    ]
    return replace(model, bodies=tuple(bodies), frames=())


def test_limbs_that_mirror_each_other_are_computed_as_one():
    """They differ in signs alone, which operands carry: what one of them computes is next to nothing."""
    limb = random_tree(5, bodies=3, kinds=("revolute", "prismatic"))
    trunk = random_tree(1, bodies=1, base="free")
    model = trunk.attach(limb, at=trunk.bodies[0].name, prefix="left ")
    model = model.attach(_mirror_image(limb), at=trunk.bodies[0].name, prefix="right ")
    robot = psiphi.Robot(model)
    kernel = robot.kernel("forward_dynamics")
    program = kernel._unrolled.program
    steps = [step for group in pack(program, 8).steps for step in group]
    assert len(steps) < 0.75 * len([x for x in lower(program) if x.op is not Op.NEGATE])
    rng = np.random.default_rng(0)
    v, x = rng.normal(size=(2, 3, robot.nv))
    _same_bits_alone(kernel, (robot.random_configuration(rng, 3), v, x))


@pytest.mark.parametrize(
    "quantity",
    [
        "inverse_dynamics",
        "forward_dynamics",
        "bias_forces",
        "gravity_forces",
        "momentum",
        "mass_matrix_inverse",
    ],
)
def test_zeros_have_the_signs_they_have_in_batches(quantity):
    """Also where products vanish that are too small."""
    robot = psiphi.robots.quadruped()
    kernel = robot.kernel(quantity)
    q = np.tile(robot.neutral(), (2, 1))
    q[1, 7:] = 1e-300
    _same_bits_alone(kernel, (q, *(np.zeros((2, *x.shape)) for x in kernel.signature.arguments[1:])))


def test_angles_of_many_turns_keep_their_signs():
    """They would round differently with the other one."""
    graph = Graph()
    x = graph.inputs("x", 4)
    sines = sin(x[1]), sin(x[3])
    left, right = x[0] + sines[0], x[2] - sines[1]
    for _ in range(40):
        left, right = left * x[0] + x[0], right * x[2] + x[2]
    limbs = ((("x", 0), ("x", 1)), (("x", 2), ("x", 3)))
    program = Program((Argument("x", (4,)),), (Output("y", (), (left + right,)),), (limbs,))
    rows = np.random.default_rng(0).uniform(-0.9, 0.9, (20, 4)) * [1.0, 1e16, 1.0, 1e16]
    _same_bits_alone(compile_program(program), (rows,))


def test_sines_that_wait_for_no_others_are_computed_together():
    graph = Graph()
    x = graph.inputs("x", 6)
    sines = [sin(angle) for angle in x]
    left, right = (a * b + c * a * b + c * c * a + b * b * a for a, b, c in (sines[:3], sines[3:]))
    limbs = tuple(tuple(("x", i) for i in range(start, start + 3)) for start in (0, 3))
    program = Program((Argument("x", (6,)),), (Output("y", (), (sin(left + right),)),), (limbs,))
    sincos = [steps for steps in pack(program, 8).steps if steps[0].op is Op.SINCOS]
    assert [[step.width for step in steps] for steps in sincos] == [[2, 2, 2], [1]]
    _same_bits_alone(compile_program(program), _rows(program, 0, np.float64))


def test_limbs_of_a_robot():
    """A finger that follows the other one is not like it: it has no coordinate of its own."""
    robot = psiphi.robots.quadruped()
    (legs,) = limbs_alike(robot.model, (Argument("q", (robot.nq,)), Argument("v", (robot.nv,))))
    assert len(legs) == 4
    assert legs[0][:2] == (("q", 7), ("v", 6))
    assert len({name for leg in legs for name in leg}) == 2 * (robot.nv - 6)
    arm = random_tree(0, bodies=2, kinds=("revolute",))
    fingers = random_tree(0, bodies=2, roots=2, kinds=("prismatic",), mimic=1.0)
    assert any(body.joint.mimic for body in fingers.bodies)
    hand = arm.attach(fingers, at=arm.bodies[-1].name, prefix="finger ")
    assert limbs_alike(hand, (Argument("q", (hand.nq,)),)) == ()
