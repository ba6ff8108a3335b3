"""Bundled robots, ready to use: psiphi.robots.panda()."""

from __future__ import annotations

from typing import Any

from psiphi.formats import robots as models
from psiphi.robot import Robot


def puma560() -> Robot:
    """The Unimation PUMA 560, with the inertial parameters of Armstrong, Khatib and Burdick."""
    return Robot(models.puma560())


def panda() -> Robot:
    """The Franka Emika Panda, seven joints."""
    return Robot(models.panda())


def ur5() -> Robot:
    """The Universal Robots UR5."""
    return Robot(models.ur5())


def quadruped() -> Robot:
    """A walking robot with four legs of three joints and a free base."""
    return Robot(models.quadruped())


def free_flyer() -> Robot:
    """A spacecraft bus with two arms, free in space."""
    return Robot(models.free_flyer())


def nine_link_tree(**options: Any) -> Robot:
    """The free-flying tree of RJ, Fig. 3."""
    return Robot(models.nine_link_tree(**options))


def planar_chain(n: int = 4, **options: Any) -> Robot:
    """The planar chain of R87, section XII."""
    return Robot(models.planar_chain(n, **options))


def random_tree(seed: int = 0, **options: Any) -> Robot:
    """A robot drawn at random, the same for the same arguments."""
    return Robot(models.random_tree(seed, **options))
