"""`psiphi view`: a robot, or its motion, in the browser, in a page of its own, or as a picture."""

from __future__ import annotations

import argparse
import json
import webbrowser
from pathlib import Path

import numpy as np

from psiphi.cli.info import find_model
from psiphi.cli.output import print_lines
from psiphi.errors import InputError
from psiphi.formats.robots import BUNDLED
from psiphi.robot import Robot
from psiphi.simulation.trajectory import Trajectory
from psiphi.view.page import motion_page, save_page, still_page
from psiphi.view.render import animation, snapshot
from psiphi.view.viewer import Viewer

SUMMARY = "a robot or its motion to be looked at: in the browser, as a page, or as a picture"

EXAMPLES = f"""\
examples:
  psiphi view panda.urdf                            sliders for its joints, in the browser
  psiphi view panda --trajectory swing.npz          a motion that `trajectory.save` wrote
  psiphi view panda --trajectory swing.npz --save swing.html    one page without a server
  psiphi view quadruped --save quadruped.png

bundled robots: {", ".join(BUNDLED)}
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE, --base, --roots, --trajectory, --shapes, --save, --port and --no-browser."""
    parser.add_argument(
        "file", metavar="FILE", help="a .urdf, .xml (MJCF), .sdf or .json file, or a bundled robot"
    )
    parser.add_argument("--base", choices=("fixed", "free"), help="how the robot stands on the world")
    parser.add_argument("--roots", metavar="DIR", nargs="+", help="directories that hold the meshes")
    parser.add_argument("--trajectory", metavar="FILE", help="a motion: .npz, .csv or .parquet")
    parser.add_argument(
        "--shapes", choices=("visual", "collision", "figure"), default="visual", help="what is shown (visual)"
    )
    parser.add_argument("--save", metavar="FILE", help="write an .html page or a .png picture, and no more")
    parser.add_argument("--port", type=int, default=8080, help="where the browser finds it (8080)")
    parser.add_argument("--no-browser", action="store_true", help="say the address, and open no browser")


def run(arguments: argparse.Namespace) -> int:
    """Show the robot until Ctrl-C, or write it to a file."""
    robot = Robot(find_model(arguments.file, arguments.base, arguments.roots))
    trajectory = Trajectory.load(arguments.trajectory, robot) if arguments.trajectory else None
    if arguments.save:
        _save(robot, trajectory, arguments.shapes, arguments.save)
        _say(arguments.json, "saved", arguments.save)
        return 0
    q = None if trajectory is not None else closed(robot)
    with Viewer(robot, q, trajectory=trajectory, shapes=arguments.shapes, port=arguments.port) as viewer:
        _say(arguments.json, "url", viewer.url)
        if not arguments.no_browser:
            webbrowser.open(viewer.url)
        viewer.wait()
    return 0


def closed(robot: Robot) -> np.ndarray:
    """The neutral configuration, with the loops closed."""
    return robot.assemble(robot.neutral()).q if robot.model.loops else robot.neutral()


def _save(robot: Robot, trajectory: Trajectory | None, shapes: str, path: str) -> None:
    ending = Path(path).suffix.lower()
    if ending == ".html":
        page = (
            still_page(robot, closed(robot), shapes)
            if trajectory is None
            else motion_page(trajectory, shapes)
        )
        save_page(page, path)
    elif ending == ".png":
        picture = (
            snapshot(robot, closed(robot), shapes=shapes)
            if trajectory is None
            else animation(trajectory, shapes=shapes)
        )
        picture.save(path)
    else:
        raise InputError(f"--save {path}: give a name that ends in .html or .png.")


def _say(as_json: bool, what: str, value: str) -> None:
    print_lines([json.dumps({what: value}) if as_json else f"{what}: {value}"])
