"""What is given in the wrong form is refused by name, and what cannot leave a process says so."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import psiphi
from psiphi import PsiphiError, Robot

ROBOT = psiphi.robots.panda()
Q, V = ROBOT.neutral(), np.zeros(7)
TOOL, OTHER = ROBOT.frame_names[-1], ROBOT.frame_names[0]
MASKED = np.ma.masked_array(Q, mask=[1, 0, 0, 0, 0, 0, 0])

WRONG = {
    "an array of forces": (lambda: ROBOT.inverse_dynamics(Q, V, V, np.ones(6)), "by frame name"),
    "a list of forces": (lambda: ROBOT.forward_dynamics(Q, V, V, [1]), "by frame name"),
    "a number for forces": (lambda: ROBOT.forward_dynamics(Q, V, V, external_forces=1), "by frame name"),
    "forces without names": (lambda: ROBOT.force_accelerations(Q, np.ones(6)), "by frame name"),
    "batches of forces": (
        lambda: ROBOT.forward_dynamics(Q, V, V, {TOOL: np.ones((3, 6)), OTHER: np.ones((4, 6))}),
        "do not broadcast",
    ),
    "an out that is no array": (lambda: ROBOT.passive_forces(Q, V, out=[1]), "`out` for forces must be"),
    "an out of another shape": (lambda: ROBOT.passive_forces(Q, V, out=np.empty(3)), "`out` for forces must"),
    "a list of methods": (lambda: ROBOT.forward_dynamics(Q, V, V, method=[1]), "method: expected a text"),
    "a list of names": (lambda: ROBOT.kernel(["mass_matrix"]), "name: expected a text"),
    "a number beyond floats": (lambda: Robot.from_dh([(10**400, 0, 0, 0)]), "row 1: a is not finite"),
    "an array for a number": (lambda: Robot.from_dh([(np.ones(3), 0, 0, 0)]), "row 1: a is array"),
    "masked numbers": (lambda: ROBOT.inverse_dynamics(MASKED, V, V), "Argument q: some of its numbers are"),
    "masked numbers to add": (lambda: ROBOT.integrate(MASKED, V, 1.0), "some of its numbers are masked"),
    "a call to another process": (lambda: pickle.dumps(ROBOT.kernel("mass_matrix").call), "Send the kernel"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said(what: str) -> None:
    call, message = WRONG[what]
    with pytest.raises(PsiphiError, match=message):
        call()


def test_masked_arrays_without_masked_numbers_are_arrays() -> None:
    given = np.ma.masked_array(Q, mask=False)
    np.testing.assert_array_equal(ROBOT.gravity_forces(given), ROBOT.gravity_forces(Q))


def test_copies_of_kernels_are_the_kernels() -> None:
    kernel = ROBOT.kernel("mass_matrix")
    assert copy.copy(kernel) is copy.deepcopy(kernel) is kernel
