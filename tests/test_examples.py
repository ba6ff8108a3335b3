"""The examples run as programs and say what they should."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    drawing_without_a_screen = os.environ | {"MPLBACKEND": "Agg"}
    return subprocess.run(
        command, capture_output=True, text=True, check=True, encoding="utf-8", env=drawing_without_a_screen
    ).stdout


def test_trajectory() -> None:
    out = run("trajectory.py")
    assert out.count("fine") + out.count("too much") == 7
    # What is spent on the way there comes back on the way home: gravity and inertia keep nothing.
    assert abs(float(re.findall(r"back: (\S+) J", out)[0])) < 1e-3
    assert float(re.findall(r"within (\S+) rad", out)[0]) < 1e-10


def test_identify_arm(tmp_path: Path) -> None:
    out = run("identify_arm.py", str(tmp_path / "tau.png"))
    assert float(re.findall(r"condition (\S+)", out)[0]) <= 10.0
    share, worst = re.findall(r"36 combinations, (\d+)% .* worst (\S+)", out)[0]
    assert int(share) >= 85
    assert float(worst) < 4.0
    masses = [[float(x) for x in row] for row in re.findall(r"(\S+) ± (\S+) kg, in truth +(\S+)", out)]
    assert len(masses) == 6
    assert all(abs(mass - true) < 2.0 * deviation for mass, deviation, true in masses)
    after, before = re.findall(r"within (\S+) N m", out)
    assert float(after) < 0.25 < 3.0 * float(after) < float(before)
    assert (tmp_path / "tau.png").stat().st_size > 5_000


def test_own_expression() -> None:
    out = run("own_expression.py")
    assert "= B* ψ_R* H* D_R⁻¹ H ψ_R B" in out
    assert "(1000, 12, 12)" in out
    assert out.endswith("equal to plain matrices: True\n")
    matrix, vector = (int(count) for count in re.findall(r"(\d+) operations each", out))
    assert vector < matrix


def test_operational_space_control() -> None:
    out = run("operational_space_control.py")
    distances = [float(distance) for distance in re.findall(r"is (\S+) m off", out)]
    assert len(distances) == 7
    assert distances[0] > 0.01
    assert distances[-1] < 1e-8
    assert distances == sorted(distances, reverse=True)
    # The solution of the linear equation that the control law promises shares no code with the simulation.
    assert float(re.findall(r"within (\S+) m", out)[0]) < 1e-7


def test_control_laws() -> None:
    out = run("control_laws.py")
    falls = [float(left) for left in re.findall(r"V falls to (\S+),", out)]
    assert len(falls) == 7
    assert max(falls) < 0.05
    assert [float(rise) for rise in re.findall(r"by more than (\S+)", out)] == [0.0] * 7


def test_arm_that_learns() -> None:
    learned, kept = map(float, re.findall(r"off by (\S+) rad", run("arm_that_learns.py")))
    assert learned < 0.01 * kept


def test_press_and_slide() -> None:
    out = run("press_and_slide.py")
    assert re.findall(r"feels (\S+) to (\S+) N .* slides (\S+) m", out) == [
        ("20.000000", "20.000000", "0.1117")
    ]
    assert float(re.findall(r"more than (\S+) m", out)[0]) < 1e-9


def test_hand_of_a_free_flyer() -> None:
    left, momentum = re.findall(r"ends (\S+) m [^$]* more than (\S+)", run("hand_of_a_free_flyer.py"))[0]
    assert float(left) < 1e-9
    assert float(momentum) < 1e-7


def test_arms_of_a_free_flyer() -> None:
    out = run("arms_of_a_free_flyer.py")
    (joints, joints_left), (hand, hand_left) = re.findall(
        r": (\S+) \S+ from .* first, (\S+) at the end, with", out
    )
    assert float(joints_left) < 5e-3 * float(joints)
    assert float(hand_left) < 5e-4 * float(hand)
    driven, led = re.findall(r"momentum than ([^\s,]+)", out)
    assert float(driven) < 1e-7
    assert float(led) < 1e-11


def test_free_flyer_reorientation() -> None:
    out = run("free_flyer_reorientation.py", "2")
    assert float(re.findall(r"turned by (\S+)°", out)[0]) > 4.0
    assert float(re.findall(r"back within (\S+) rad", out)[0]) < 1e-12
    momentum, drift = re.findall(r"never more than (\S+); .* off by (\S+) m", out)[0]
    assert float(momentum) < 1e-12
    assert float(drift) < 1e-5


def test_random_tree() -> None:
    out = run("random_tree.py")
    assert float(re.findall(r"within (\S+) N m", out)[0]) < 1e-8
    assert int(re.findall(r"(\d+) a body", out)[0]) < 1000  # where dense matrices would take millions


def test_two_arms_with_a_box() -> None:
    out = run("two_arms_with_a_box.py")
    assert "8 freedoms left" in out
    even, uneven = (
        [float(force) for force in pair] for pair in re.findall(r"carry (\S+) N and (\S+) N", out)
    )
    assert even[0] == even[1]
    assert uneven[0] > 2.5 * uneven[1]
    assert abs(sum(uneven) - 4.0 * 9.81) < 0.1  # both carry the box, and no more
    assert "squeezed with 30.0 N" in out
    assert float(re.findall(r"accelerates by (\S+)", out)[0]) < 1e-10
    assert float(re.findall(r"stay closed within (\S+) m", out)[0]) < 1e-10
    lifted, least, most = map(
        float, re.findall(r"lifted by (\S+) mm, squeezed with (\S+) to (\S+) N", out)[0]
    )
    assert abs(lifted - 50.0) < 1.0
    assert least == most == 30.0


def test_pendulums() -> None:
    out = run("pendulums.py")
    apart = [float(distance) for distance in re.findall(r"are (\S+) rad apart", out)]
    assert apart[0] == pytest.approx(1e-3)
    assert apart[-1] > 30 * apart[0]
    assert float(re.findall(r"drifts by (\S+)", out)[0]) < 1e-4


def test_inverse_kinematics() -> None:
    assert float(re.findall(r"within (\S+) m", run("inverse_kinematics.py"))[0]) < 1e-9


def test_shapes_and_inertias() -> None:
    out = run("shapes_and_inertias.py")
    assert "4 shapes" in out
    assert out.endswith("without shapes it is the same: True\n")


def test_operators_in_pictures(tmp_path: Path) -> None:
    out = run("operators_in_pictures.py", str(tmp_path / "mass.svg"))
    filled = dict(re.findall(r"^(\S+) .* (\d+) % of it filled", out, re.MULTILINE))
    assert int(filled["φ"]) < 20 < int(filled["𝓜"]) < int(filled["𝓜⁻¹"]) == 100
    assert (tmp_path / "mass.svg").stat().st_size > 10_000


def test_swing_up(tmp_path: Path) -> None:
    out = run("swing_up.py", "12", str(tmp_path / "swing.png"))  # of the 80 generations that it takes
    scores = [float(score) for score in re.findall(r"mean reward (\S+),", out)]
    assert len(scores) == 12
    assert scores[0] < -0.2
    assert max(scores[6:]) > -0.1
    assert re.search(r"in the end: \d+% of 512", out)
    assert (tmp_path / "swing.png").stat().st_size > 5_000


def test_swing_up_of_least_cost() -> None:
    out = run("swing_up_of_least_cost.py")
    assert out.count("converged") == 2
    assert [float(force) for force in re.findall(r"forces up to (\S+),", out)] == [6.0, 6.0]
    assert all(float(off) < 0.02 for off in re.findall(r"within (\S+)", out))


def test_standing_on_loops() -> None:
    out = run("standing_on_loops.py")
    assert "12 motors, 6 freedoms" in out
    promised, paid = (float(cost) for cost in re.findall(r"promised (\S+), paid (\S+)", out)[0])
    assert paid == pytest.approx(promised, rel=0.03)  # the push is no small one, and steps are coarse
    assert float(re.findall(r"back within (\S+)", out)[0]) < 0.01


def test_past_a_joint_limit() -> None:
    beyond, within = (float(x) for x in re.findall(r"comes within (\S+) rad", run("past_a_joint_limit.py")))
    assert beyond < -0.3
    assert within > 0.09


def test_flexible_arm(tmp_path: Path) -> None:
    out = run("flexible_arm.py", str(tmp_path / "arm.svg"))
    plain, shaped = (float(x) for x in re.findall(r"up to (\S+) mm off", out))
    assert plain > 50.0
    assert shaped < plain / 30.0
    assert (tmp_path / "arm.svg").stat().st_size > 5_000


def test_docking_arm(tmp_path: Path) -> None:
    out = run("docking_arm.py", str(tmp_path / "dock.svg"))
    plain, shaped = (float(x) for x in re.findall(r"swings (\S+) mm", out))
    assert plain > 100.0
    assert shaped < plain / 5.0
    assert all(float(x) < 1e-6 for x in re.findall(r"within (\S+)", out))
    assert (tmp_path / "dock.svg").stat().st_size > 5_000


def test_every_example_has_its_picture_in_the_gallery() -> None:
    pictures = {path.stem for path in (EXAMPLES.parent / "docs/pictures").iterdir()}
    missing = [path.name for path in EXAMPLES.glob("*.py") if path.stem not in pictures]
    assert not missing, f"run docs/generate_pictures.py for {missing}"
    assert len(list(EXAMPLES.glob("*.py"))) >= 10


def test_every_example_is_tested() -> None:
    tested = Path(__file__).read_text(encoding="utf-8")
    missing = [path.name for path in EXAMPLES.glob("*.py") if f'run("{path.name}"' not in tested]
    assert not missing, f"examples that no test runs: {missing}"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_fits_on_a_screen(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 60
