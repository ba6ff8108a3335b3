"""kernel.jvp, kernel.vjp and kernel.jacobian of any kernel, on robots of every kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from differences import by_q, close, differences, state

from psiphi import Robot, robots
from psiphi.errors import InputError, UnknownNameError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.model import JOINT_KINDS, Body, Frame, Joint, Model

KINDS = [name for name, kind in JOINT_KINDS.items() if kind.nv]


def judge(robot: Robot, kernel, arrays: dict[str, np.ndarray]) -> None:
    """All derivatives of a kernel against differences, and against each other."""
    names = kernel.signature.argument_names
    assert tuple(arrays) == names
    several = len(kernel.signature.results) > 1

    def f(**changed):
        found = kernel(**{**arrays, **changed})
        return found if several else (found,)

    expected = {"q": by_q(robot, lambda q: f(q=q), arrays["q"])}
    for name in names[1:]:
        moved = differences(lambda dx, name=name: f(**{name: arrays[name] + dx}), arrays[name].size)
        expected[name] = moved
    found = kernel.jacobian(*names)(**arrays)
    matrices = iter(found if isinstance(found, tuple) else (found,))
    for i in range(len(kernel.signature.results)):
        for name in names:
            close(next(matrices), expected[name][i])

    rng = np.random.default_rng(1)
    steps = {name: rng.normal(size=expected[name][0].shape[-1]) for name in names}
    pushed = kernel.jvp(*arrays.values(), *steps.values())
    for i, x in enumerate(pushed if several else (pushed,)):
        close(x, sum(expected[name][i] @ steps[name] for name in names))
    weights = [rng.normal(size=result.shape) for result in kernel.signature.results]
    rows = kernel.vjp(*arrays.values(), *weights)
    for name, row in zip(names, rows if len(names) > 1 else (rows,), strict=True):
        close(row, sum(np.tensordot(w, J, w.ndim) for w, J in zip(weights, expected[name], strict=True)))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_joint(kind):
    robot = Robot(random_tree(3, bodies=2, kinds=[kind]))
    q, v, x = state(robot)
    judge(robot, robot.kernel("inverse_dynamics"), {"q": q, "v": v, "acceleration": x})
    judge(robot, robot.kernel("forward_dynamics"), {"q": q, "v": v, "tau": x})


@pytest.mark.parametrize("kind", ["free", "planar"])
def test_bases_that_stand_at_the_origin(kind):
    """The lever of such a joint is its coordinates, which move once."""
    tree = random_tree(3, bodies=2, kinds=["revolute"])
    base = Body("base", -1, Joint("root", kind), tree.bodies[0].inertia)
    others = [replace(body, parent=body.parent + 1) for body in tree.bodies]
    robot = Robot(Model("based", [base, *others], [Frame("hand", 2)]))
    q, v, _ = state(robot)
    judge(robot, robot.kernel("potential_energy"), {"q": q})
    judge(robot, robot.kernel("center_of_mass"), {"q": q})
    judge(robot, robot.kernel("frame_pose", ["hand"]), {"q": q})
    judge(robot, robot.kernel("momentum"), {"q": q, "v": v})


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (0, {}),
        (1, {"base": "free"}),
        (2, {"rotors": True}),
        (3, {"mimic": 0.5, "kinds": ["revolute", "prismatic", "spherical"]}),
        (4, {"rotors": "carried", "kinds": ["revolute", "universal", "planar"]}),
        (5, {"roots": 2, "branching": 1.0}),
    ],
    ids=["fixed", "free", "rotors", "mimic", "carried", "two roots"],
)
def test_random_trees(seed, options):
    robot = Robot(random_tree(seed, bodies=3, **options))
    q, v, x = state(robot, seed)
    judge(robot, robot.kernel("inverse_dynamics"), {"q": q, "v": v, "acceleration": x})
    judge(robot, robot.kernel("forward_dynamics"), {"q": q, "v": v, "tau": x})
    judge(robot, robot.kernel("kinetic_energy"), {"q": q, "v": v})
    judge(robot, robot.kernel("center_of_mass"), {"q": q})


def test_several_results():
    robot = Robot(random_tree(6, bodies=4, base="free"))
    q, _, _ = state(robot)
    judge(robot, robot.kernel("frame_pose", [robot.frame_names[-1]]), {"q": q})


def test_a_closed_chain():
    """Derivatives with respect to q open the loops: they are those of the equations as they stand."""
    model = random_tree(4, bodies=3, kinds=["revolute", "spherical"], branching="chain")
    robot = Robot(model.with_loop("frame_0", model.bodies[-1].name, "point"))
    q, v, x = state(robot)
    gamma = np.zeros(robot.model.loop_size)
    kernel = robot.kernel("constrained_forward_dynamics")
    judge(robot, kernel, {"q": q, "v": v, "tau": x, "stabilisation": gamma})


def test_embedded_loops():
    """q is varied with the loops closed: by as many numbers as move by themselves."""
    tree = robots.four_bar()
    q = tree.assemble(tree.neutral() + 0.1).q
    robot = tree.embedded(q)
    v, x = np.random.default_rng(0).normal(size=(2, robot.nv))
    judge(robot, robot.kernel("inverse_dynamics"), {"q": q, "v": v, "acceleration": x})


def test_expressions_of_the_workbench():
    from psiphi.algebra import H, M, inv, joint_vector, phi

    robot = robots.panda()
    q, _, x = state(robot)
    mass = H @ phi @ M @ phi.T @ H.T
    judge(robot, robot.compile(inv(mass) @ joint_vector("tau")), {"q": q, "tau": x})
    (by_q_,) = by_q(robot, lambda q: (robot.mass_matrix(q),), q)
    close(robot.kernel("mass_matrix").jacobian("q")(q), by_q_)


def test_second_order():
    """Second derivatives are symmetric, and the derivatives of first ones."""
    robot = robots.panda()
    q, v, a = state(robot)
    kernel = robot.kernel("inverse_dynamics")
    rng = np.random.default_rng(2)
    weight, *steps = rng.normal(size=(4, robot.nv))
    zero = np.zeros(robot.nv)
    hessian = kernel.vjp.jacobian("q", "v")(q, v, a, weight)
    rows = kernel.vjp.jvp(q, v, a, weight, *steps[:2], zero, zero)
    close(rows[0], hessian[0] @ steps[0] + hessian[1] @ steps[1], 1e-12)
    close(hessian[0], hessian[0].T, 1e-12)
    close(hessian[3], hessian[3].T, 1e-12)
    close(hessian[1], hessian[2].T, 1e-12)
    expected = by_q(robot, lambda q: kernel.vjp(q, v, a, weight)[:2], q)
    close(hessian[0], expected[0])
    close(hessian[2], expected[1])


def test_the_contract_of_kernels():
    """Batches that broadcast, `out`, float32, NaN in its own row, the same bits in any batch."""
    robot = Robot(random_tree(1, bodies=2, base="free"))
    for kernel in (robot.kernel("inverse_dynamics"), robot.kernel("forward_dynamics")):
        q, v, x = state(robot, batch=(2, 13))
        v = v[0, 0]
        matrices = kernel.jacobian("q", "v")
        found = matrices(q, v, x)
        assert [y.shape for y in found] == [(2, 13, robot.nv, robot.nv)] * 2
        again = matrices(q, v, x, threads=2)
        for y, z in zip(found, again, strict=True):
            np.testing.assert_array_equal(y, z)
        one = matrices(q[1:, 5:], v, x[1:, 5:])
        np.testing.assert_array_equal(one[1], found[1][1:, 5:])
        out = tuple(np.empty_like(y) for y in found)
        assert matrices(q, v, x, out=out)[0] is out[0]
        np.testing.assert_array_equal(out[1], found[1])
        broken = x.copy()
        broken[1, 3, 0] = np.nan
        dirty = kernel.vjp(q, v, broken, np.ones(robot.nv))[0]
        assert np.isnan(dirty[1, 3]).all()
        assert np.isnan(dirty).sum() == robot.nv
        single = kernel.jvp(*(y.astype(np.float32) for y in (q, v, x, v, v, v)))
        assert single.dtype == np.float32
        close(single, kernel.jvp(q, v, x, v, v, v), 2e-3)


def test_code_on_disk_is_used_again():
    first, second = (robots.ur5().kernel("forward_dynamics").vjp for _ in range(2))
    first.prepare()
    assert second.signature == first.signature
    assert "_program" not in vars(second)
    q, v, x = state(robots.ur5())
    np.testing.assert_array_equal(first(q, v, x, v), second(q, v, x, v))


def test_wrong_names():
    kernel = robots.ur5().kernel("inverse_dynamics")
    with pytest.raises(UnknownNameError, match="no argument 'tau'; there are q, v, acceleration"):
        kernel.jacobian("tau")
    with pytest.raises(InputError, match="each once"):
        kernel.jacobian("q", "q")
    with pytest.raises(InputError, match="name one or more"):
        kernel.jacobian()


@pytest.mark.parametrize(
    ("name", "mode", "expected"),
    [
        ("inverse_dynamics", "vjp", (716, 667)),
        ("inverse_dynamics", "jvp", (716, 680)),
        ("forward_dynamics", "vjp", (1228, 1183)),
        ("forward_dynamics", "jvp", (1228, 1196)),
    ],
)
def test_operations(name, mode, expected):
    """Products with Jacobians take little more than twice the operations of the function."""
    found = getattr(robots.panda().kernel(name), mode).operations
    assert (found.mul, found.add) == expected
