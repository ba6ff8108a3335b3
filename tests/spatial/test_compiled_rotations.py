"""psiphi.rotations computes what psiphi.spatial does on NumPy arrays."""

from __future__ import annotations

import numpy as np
import pytest

from psiphi import rotations, spatial
from psiphi.errors import PsiphiError

RNG = np.random.default_rng(0)
UNIT = np.array([2.0, -1.0, 2.0]) / 3.0
VECTORS = np.concatenate(
    [RNG.standard_normal((50, 3)), np.zeros((1, 3)), np.outer([1e-9, 1e-3, 3.0, 3.14159], UNIT)]
)
TURNS = spatial.exp_so3(VECTORS)
UNITS = spatial.exp_quaternion(VECTORS)
POINTS = RNG.standard_normal(VECTORS.shape)
CASES = {
    "exp_so3": (VECTORS,),
    "log_so3": (TURNS,),
    "exp_quaternion": (VECTORS,),
    "log_quaternion": (-UNITS,),
    "normalized": (3.0 * UNITS,),
    "quaternion_product": (UNITS, UNITS[::-1].copy()),
    "rotate": (UNITS, POINTS),
    "quaternion_to_rotation": (UNITS,),
    "rotation_to_quaternion": (TURNS,),
    "log_se3": (TURNS, POINTS),
}


@pytest.mark.parametrize("name", CASES)
def test_functions_are_those_of_numpy(name):
    compiled, plain = getattr(rotations, name), getattr(spatial, name)
    expected = plain(*CASES[name])
    np.testing.assert_allclose(compiled(*CASES[name]), expected, rtol=0.0, atol=4e-14)
    one = [x[3] for x in CASES[name]]
    np.testing.assert_array_equal(compiled(*one), compiled(*CASES[name])[3])
    assert name in repr(compiled)
    assert "(...," in compiled.__doc__


def test_half_turns_have_one_of_both_vectors():
    for axis in (*np.eye(3), UNIT):
        turn = 2.0 * np.outer(axis, axis) - np.eye(3)
        found = rotations.log_so3(turn)
        np.testing.assert_allclose(np.abs(found @ axis), np.pi, rtol=1e-12)
        np.testing.assert_allclose(spatial.exp_so3(found), turn, atol=1e-12)


def test_errors_of_poses_lead_from_one_to_the_other():
    R, p, S, r = TURNS, POINTS, TURNS[::-1].copy(), POINTS[::-1].copy()
    error = rotations.pose_error(R, p, S, r)
    back = R.swapaxes(-1, -2)
    np.testing.assert_allclose(
        error, spatial.log_se3(back @ S, (back @ (r - p)[..., None])[..., 0]), atol=1e-12
    )
    turn, way = spatial.exp_se3(error)
    np.testing.assert_allclose(R @ turn, S, atol=1e-12)
    np.testing.assert_allclose(p + (R @ way[..., None])[..., 0], r, atol=1e-12)


def test_single_precision_out_and_wrong_shapes():
    out = np.empty((4, 3))
    assert rotations.log_so3(TURNS[:4], out=out) is out
    assert rotations.exp_so3(VECTORS.astype(np.float32)).dtype == np.float32
    with pytest.raises(PsiphiError, match="rotation must have shape"):
        rotations.log_so3(np.zeros(9))
    with pytest.raises(AttributeError, match="has no attribute 'roll'"):
        _ = rotations.roll
