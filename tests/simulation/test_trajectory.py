"""Parts of motions: by row, in time, at other times, and on disk."""

from __future__ import annotations

import numpy as np
import pytest
from motions import some_state

import psiphi
from psiphi import Robot
from psiphi.errors import ArgumentTypeError, InputError
from psiphi.formats.robots.random_tree import random_tree
from psiphi.simulation import Trajectory, native_motion

ARM = psiphi.robots.ur5()
TREE = Robot(random_tree(5, bodies=4, base="free"))


@pytest.fixture(scope="module")
def swing() -> Trajectory:
    q, v = some_state(ARM, batch=(2, 3))
    return ARM.simulate(q, v, duration=0.2, dt=0.01)


def test_rows(swing):
    one = swing[1, 2]
    assert one.batch == ()
    assert np.array_equal(one.q, swing.q[:, 1, 2])
    assert swing[:, :2].batch == (2, 2)
    assert swing[0].batch == (3,)
    np.testing.assert_allclose(one.energy, swing.energy[:, 1, 2], rtol=1e-12)
    with pytest.raises(InputError, match=r"row: .*out of bounds"):
        swing[5]
    with pytest.raises(InputError, match="3 places in a batch of shape"):
        swing[0, 0, 0]
    for place in (..., None, True):
        with pytest.raises(InputError, match="give numbers of rows"):
            swing[place, 0]


def test_times(swing):
    part = swing.between(0.05, 0.1)
    np.testing.assert_allclose(part.time, [0.05, 0.06, 0.07, 0.08, 0.09, 0.1], atol=1e-15)
    assert np.array_equal(part.q, swing.q[5:11])
    for k in range(len(swing)):  # 0.07 is no multiple of 0.01 in binary numbers
        assert len(swing.between(0.0, k / 100)) == k + 1
        assert len(swing.between(k / 100, 0.2)) == len(swing) - k
    with pytest.raises(InputError, match="no sample from 1 s to 2 s"):
        swing.between(1.0, 2.0)
    with pytest.raises(ArgumentTypeError, match="t: str 'soon' given"):
        swing.between("soon", 2.0)


@pytest.mark.parametrize("robot", [ARM, TREE], ids=["arm", "tree"])
def test_other_times_are_near_the_motion(robot):
    """Cubics are off by h⁴, steady turns by h²."""
    q, v = some_state(robot, speed=0.5, batch=(2,))
    coarse, fine = (
        robot.simulate(q, v, duration=0.08, dt=dt, damping=False, friction=False, limits=False)
        for dt in (0.01, 0.0025)
    )
    found = coarse.resampled(0.0025)
    np.testing.assert_allclose(found.time, fine.time, atol=1e-15)
    apart = np.abs(robot.difference(fine.q, found.q)).max(axis=(0, 1))
    scale = np.abs(robot.forward_dynamics(fine.q, fine.v, np.zeros(robot.nv))).max()
    assert apart.max() < 0.2 * scale * 0.01**2
    plain = [i for g in robot.model.coordinates.groups if g.kind.is_plain for i in g.v.ravel()]
    assert apart[plain].max() < 0.2 * apart.max() or robot is ARM
    np.testing.assert_allclose(found.q[::4], coarse.q, atol=1e-13)
    same = coarse.resampled(coarse.time)
    np.testing.assert_allclose(same.q, coarse.q, atol=1e-13)
    with pytest.raises(InputError, match="not within the motion"):
        coarse.resampled([0.0, 1.0])
    with pytest.raises(InputError, match="times that grow"):
        coarse.resampled([0.02, 0.01])
    with pytest.raises(InputError, match="times that grow"):
        coarse.resampled([0.0, np.nan])


def test_energies_of_rows_with_parameters():
    varied = ARM.varying("gravity")
    q, v = some_state(ARM)
    rows = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, -3.0]])
    motion = varied.simulate(q, v, duration=0.1, parameters=rows)
    assert motion.energy_drift < 1e-6
    assert motion[1].energy_drift < 1e-6
    assert np.abs(motion.potential_energy[:, 0]).max() < 1e-12


def test_motions_go_to_disk_as_they_come(tmp_path, monkeypatch):
    pytest.importorskip("zarr")
    q, v = some_state(ARM, batch=(3,))
    tau = np.random.default_rng(0).standard_normal((20, 3, 6))
    options = {"duration": 0.02, "dt": 0.001, "every": 2, "method": "semi_implicit"}
    whole = ARM.simulate(q, v, tau, **options)
    monkeypatch.setattr(native_motion, "MOST_AT_ONCE", 30)
    path = tmp_path / "motion.zarr"
    stored = ARM.simulate(q, v, tau, to=path, **options)
    assert not isinstance(stored.q, np.ndarray)
    for found in (stored, Trajectory.load(path, ARM)):
        for name in ("time", "q", "v", "tau"):
            assert np.array_equal(np.asarray(getattr(found, name)), getattr(whole, name))
    assert np.array_equal(stored[1].q, whole.q[:, 1])
    assert np.array_equal(stored.between(0.01, 0.02).v, whole.v[5:])
    with pytest.raises(InputError, match="there already"):
        ARM.simulate(q, v, tau, to=path, **options)
    with pytest.raises(InputError, match="motions under functions"):
        ARM.simulate(q, v, lambda t, q, v: -v, to=tmp_path / "other.zarr", **options)
    with pytest.raises(InputError, match="shoulder_pan_joint"):
        Trajectory.load(path, psiphi.robots.panda())
    assert [x.name for x in tmp_path.iterdir()] == ["motion.zarr"]
