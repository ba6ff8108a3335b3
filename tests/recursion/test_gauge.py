"""Which expressions feel the choice of frames and the place of inertias, decided by algebra."""

from __future__ import annotations

import pytest

from psiphi.algebra import (
    B,
    D,
    H,
    J,
    M,
    P,
    R,
    a,
    b,
    body_vector,
    frame_vector,
    g,
    inv,
    joint_vector,
    mass,
    phi,
    psi,
)
from psiphi.recursion.frames.gauge import frames_are_free, inertias_are_free

T, F, W = joint_vector("T"), frame_vector("f"), body_vector("w")
FREE = {
    "inverse dynamics": H @ phi @ (M @ (phi.T @ H.T @ T + phi.T @ a) + b),
    "forward dynamics": inv(mass) @ (T - H @ phi @ (M @ phi.T @ a + b)),
    "geared": inv(mass + R) @ T,
    "mass": mass,
    "operational space": J @ inv(mass) @ J.T,
    "gravity": H @ phi @ M @ phi.T @ g,
    "energy": T.T @ mass @ T,
    "tip velocity": B.T @ phi.T @ H.T @ T,
}
INERTIA_MATTERS = {
    "joint inertias by name": D,
    "filter": H @ psi @ M @ psi.T @ H.T,
    "forces at frames": B.T @ phi.T @ H.T @ H @ phi @ M @ phi.T @ B,
}
FRAMES_MATTER = {
    "bias force alone": H @ phi @ b,
    "inertial force of a": H @ phi @ M @ phi.T @ a,
    "tip acceleration": B.T @ (phi.T @ H.T @ T + phi.T @ a),
    "body vector": phi @ W,
    "body result": phi.T @ H.T @ T,
    "motion taken for a force": H @ phi @ phi.T @ H.T,
    "force taken for a motion": B.T @ phi @ B,
    "mixed sum": inv(mass) @ H @ phi @ H.T @ T,
    "articulated inertias": P,
}


@pytest.mark.parametrize("name", FREE)
def test_joint_space_dynamics_feels_neither(name: str) -> None:
    assert frames_are_free(FREE[name])
    assert inertias_are_free(FREE[name])


@pytest.mark.parametrize("name", INERTIA_MATTERS)
def test_inertias_must_stay(name: str) -> None:
    assert not inertias_are_free(INERTIA_MATTERS[name])


@pytest.mark.parametrize("name", FRAMES_MATTER)
def test_frames_must_stay(name: str) -> None:
    assert not frames_are_free(FRAMES_MATTER[name])
    assert not inertias_are_free(FRAMES_MATTER[name])
