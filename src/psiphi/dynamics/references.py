"""The three references in which motions of frames are told, with Pinocchio's meanings.

| name | at | in the axes of | a motion x of a frame becomes |
|---|---|---|---|
| "local" | the frame's origin | the frame | x |
| "local_world_aligned" | the frame's origin | the world | A_0 x |
| "world" | the world's origin | the world | X_0 x |
"""

from __future__ import annotations

from psiphi.algebra import A_0, X_0, A_dot, B, B_dot, E_phi_dot, H, H_dot, J, phi, v
from psiphi.algebra.expression import Expr
from psiphi.errors import InputError

REFERENCES = ("local", "local_world_aligned", "world")


def seen(motion: Expr, reference: str) -> Expr:
    """A motion of the frames, or an operator that gives one, as seen in a reference."""
    match reference:
        case "local":
            return motion
        case "local_world_aligned":
            return A_0 @ motion
        case "world":
            return X_0 @ motion
        case _:
            raise InputError(f"reference: {reference!r} is not one of {', '.join(map(repr, REFERENCES))}.")


def drift(reference: str, *, flexible: bool = False) -> Expr:
    """J̇v, the rate of the frames' velocities Jv where the joints do not accelerate.

    In the axes of the frame and at the origin of the world it is the spatial bias B*φ*Ḣ*v. With world axes at
    the moving origin of the frame, Jv = A_0 V has the rate Ȧ_0 V + A_0 B*φ*Ḣ*v: the classical acceleration.
    """
    spatial = B.T @ phi.T @ (rates_drift(v) if flexible else H_dot.T @ v)
    spatial = seen(spatial + B_dot.T @ phi.T @ H.T @ v if flexible else spatial, reference)
    return spatial + A_dot @ J @ v if reference == "local_world_aligned" else spatial


def acceleration(rates: Expr, reference: str, *, flexible: bool = False) -> Expr:
    """The spatial acceleration of the frames, B*φ*(H*θ̈ + Ḣ*v), as seen in a reference.

    Flexible bodies add φ*Ė_φ*φ*H*v and Ḃ*φ*H*v: their nodes move.
    """
    if not flexible:
        return seen(B.T @ phi.T @ (H.T @ rates + H_dot.T @ v), reference)
    spatial = B.T @ phi.T @ (H.T @ rates + rates_drift(v)) + B_dot.T @ phi.T @ H.T @ v
    return seen(spatial, reference)


def rates_drift(w: Expr) -> Expr:
    """(Ḣ* + Ė_φ*φ*H*) w: φ* of it is the rate of φ*H*w where some bodies are flexible."""
    return H_dot.T @ w + E_phi_dot.T @ phi.T @ H.T @ w
