"""`psiphi explain`: the loops, exact counts for a robot, errors on one line."""

from __future__ import annotations

import io
import json
import sys

import pytest

from psiphi import robots
from psiphi.algebra import inv, joint_vector, mass
from psiphi.algebra.writing.text import to_ascii
from psiphi.cli.explain import in_words
from psiphi.cli.main import main
from psiphi.kernel.program.signature import Operations


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_loops_of_any_robot(capsys) -> None:
    out = output(capsys, "explain", "inv(H phi M phi* H*) tau")
    assert out.startswith("(H φ M φ* H*)⁻¹ τ  =  (I − H ψ K)* D⁻¹ (I − H ψ K) τ\n")
    assert out.index("inward") < out.index("outward") < out.index("2 sweeps, O(N)")
    assert "operations" not in out


def test_what_cannot_be_rewritten_is_shown_once(capsys) -> None:
    assert output(capsys, "explain", "mass x").startswith("H φ M φ* H* x\n\n")


def test_the_counts_are_those_of_the_compiled_program(capsys) -> None:
    kernel = robots.panda().compile(inv(mass) @ joint_vector("tau"))
    out = output(capsys, "explain", "inv(mass) tau", "--robot", "panda")
    assert f"for panda, the form {kernel.form!r}: (q (..., 7), tau (..., 7)) -> result (..., 7)" in out
    assert f"{kernel.operations.mul} multiplications, {kernel.operations.add} additions" in out
    data = json.loads(output(capsys, "explain", "inv(mass) tau", "--robot", "panda", "--json"))
    assert data["operations"]["total"] == kernel.operations.total
    assert data["operations"]["div"] == kernel.operations.div
    assert data["result"] == to_ascii(kernel.derivation.result)
    assert data["algorithm"] == kernel.algorithm.splitlines()


def test_quantities_and_algorithms_by_name(capsys) -> None:
    robot = robots.panda()
    for text, kernel in (
        ("forward_dynamics", robot.kernel("forward_dynamics")),
        ("FD4", robot.kernel("forward_dynamics", method="FD4")),
    ):
        data = json.loads(output(capsys, "explain", text, "--robot", "panda", "--json"))
        assert data["operations"]["total"] == kernel.operations.total
        assert data["form"] == kernel.form
    assert "3 sweeps" in output(capsys, "explain", "FD3")
    assert "b(k)" in output(capsys, "explain", "bias_forces")


def test_rotors_are_part_of_a_robots_quantities(capsys) -> None:
    data = json.loads(output(capsys, "explain", "mass_matrix_solve", "--robot", "puma560", "--json"))
    assert "inv(H phi M phi* H* + R)" in data["expression"]


def test_frames(capsys) -> None:
    arguments = ["explain", "J inv(mass) J*", "--robot", "panda", "--frame", "panda_link8", "--json"]
    assert json.loads(output(capsys, *arguments))["signature"].endswith("(..., 6, 6)")


def test_the_four_forward_dynamics_for_a_robot(capsys) -> None:
    forms = [
        json.loads(output(capsys, "explain", name, "--robot", "panda", "--json"))["form"]
        for name in ("FD1", "FD2", "FD3", "FD4")
    ]
    assert forms == ["as written", "as written", "M kept", "M eliminated"]


def test_counts_in_words() -> None:
    counts = Operations(mul=2, add=1, sincos=1)
    assert in_words(counts) == "2 multiplications, 1 addition, 1 sine-and-cosine pair: 4 operations"
    assert in_words(Operations()) == "nothing to compute: 0 operations"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["phi H"], "cannot act on"),
        (["inv(mass) tau", "--robot", "pumma560"], "did you mean 'puma560'"),
        (["J", "--robot", "panda"], "name them"),
        (["J", "--robot", "panda", "--frame", "hand"], "hand"),
        (["J", "--frame", "panda_link8"], "--robot"),
        (["Omega_Gamma f"], "psiphi.dense"),
    ],
)
def test_errors_are_one_line(arguments: list[str], said: str, capsys) -> None:
    assert main(["explain", *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_a_terminal_without_greek_letters(monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["explain", "inv(mass)"]) == 0
    sys.stdout.flush()
    out = raw.getvalue().decode("ascii")
    assert "sum phi(k,c)" in out
    assert "O(N^2)" in out
    assert "?" not in out
