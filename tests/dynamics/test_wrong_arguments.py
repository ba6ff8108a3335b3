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
    "forces of derivatives without names": (
        lambda: ROBOT.forward_dynamics_derivatives(Q, V, V, np.ones(6)),
        "by frame name",
    ),
    "a list for a reference": (lambda: ROBOT.jacobian(Q, TOOL, ["local"]), "reference: expected a text"),
    "a number for a frame": (lambda: ROBOT.jacobian(Q, np.array(1.0)), "frames: expected a name or several"),
    "frames that are no names": (lambda: ROBOT.kernel("mass_matrix", [[1]]), "frames: expected names"),
    "a list for loops": (lambda: ROBOT.kernel("mass_matrix", rolled=[1]), "rolled: expected True"),
    "a list for an expression": (lambda: ROBOT.compile([1]), "expected an operator expression"),
    "a number to prepare": (lambda: ROBOT.prepare(1), "prepare: expected names"),
    "a number to vary": (lambda: ROBOT.varying(1), "varying: expected names"),
    "a number to prescribe": (lambda: ROBOT.prescribed(1), "joints: expected a name or several"),
    "a number to hold": (lambda: ROBOT.modal_analysis(Q, held=1), "held: expected a name or several"),
    "modes of what is not finite": (lambda: ROBOT.modal_analysis(np.nan * Q), "not finite"),
    "a text for parameters": (lambda: ROBOT.with_inertial_parameters("x"), "not an array of real numbers"),
    "a huge tolerance": (lambda: ROBOT.assemble(Q, tolerance=10**400), "give a positive number"),
    "half an iteration": (lambda: ROBOT.assemble(Q, iterations=0.5), "iterations: .* whole number"),
    "a number for a linear model": (lambda: ROBOT.linearized(1, V, V, dt=0.1), "q: has shape"),
    "a text for a step": (lambda: ROBOT.linearized(Q, V, V, dt="x"), "dt: str 'x' given"),
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
