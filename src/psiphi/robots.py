"""Bundled robots, ready to use: psiphi.robots.panda()."""

from __future__ import annotations

from typing import Any

from psiphi.formats import robots as models
from psiphi.formats.robots import PANDA_READY as PANDA_READY
from psiphi.robot import Robot


def puma560() -> Robot:
    """The Unimation PUMA 560, with the inertial parameters of Armstrong, Khatib and Burdick."""
    return Robot(models.puma560())


def panda() -> Robot:
    """The Franka Emika Panda, seven joints, with the inertias identified by Gaz et al."""
    return Robot(models.panda())


def ur5() -> Robot:
    """The Universal Robots UR5, six joints, from the maker's Denavit–Hartenberg table."""
    return Robot(models.ur5())


def quadruped() -> Robot:
    """A walking robot with four legs of three joints and a free base."""
    return Robot(models.quadruped())


def free_flyer() -> Robot:
    """A spacecraft bus with two arms, free in space."""
    return Robot(models.free_flyer())


def nine_link_tree(*, length: float = 1.0, mass: float = 1.0) -> Robot:
    """The free-flying tree of RJ, Fig. 3: nine equal rods, length in metres and mass in kg."""
    return Robot(models.nine_link_tree(length=length, mass=mass))


def planar_chain(n: int = 4, *, length: float = 1.0, mass: float = 1.0) -> Robot:
    """The planar chain of R87, section XII: n equal rods, length in metres and mass in kg."""
    return Robot(models.planar_chain(n, length=length, mass=mass))


def random_tree(seed: int = 0, **options: Any) -> Robot:
    """A robot drawn at random, the same for the same arguments.

    bodies     how many; 8
    kinds      names of joint kinds to draw from; all of them
    branching  the share of bodies that start a branch, 0.5; 0 or "chain" is a chain, "star" a star
    base       "fixed" or "free"
    roots      how many bodies stand on the world; 1
    mimic      the share of one-coordinate joints that follow an earlier one; 0
    rotors     whether joints have rotors behind gears; False
    """
    return Robot(models.random_tree(seed, **options))


# Closed chains. All but the two Pandas are closed at `robot.neutral()`.


def four_bar() -> Robot:
    """A planar four-bar of true hinges; one degree of freedom."""
    return Robot(models.four_bar())


def five_bar() -> Robot:
    """A planar five-bar of true hinges; two degrees of freedom."""
    return Robot(models.five_bar())


def stewart_platform() -> Robot:
    """A plate on six legs that change their lengths; six degrees of freedom."""
    return Robot(models.stewart_platform())


def two_pandas_with_box() -> Robot:
    """Two Pandas that hold a box; closed at [*PANDA_READY, *PANDA_READY, 0, 0, 0, 0, 0, 0, 1]."""
    return Robot(models.two_pandas_with_box())


def hexapod() -> Robot:
    """A walking robot that stands on six feet of three joints each."""
    return Robot(models.hexapod())
