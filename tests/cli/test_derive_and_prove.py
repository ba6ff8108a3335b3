"""`psiphi derive` and `psiphi prove`: steps with sources, JSON that reads back, errors on one line."""

from __future__ import annotations

import io
import json
import sys
from itertools import pairwise

import pytest

from psiphi.algebra import D, H, I, K, derive, inv, joint_vector, mass, psi
from psiphi.algebra.reading.parse import parse
from psiphi.cli.main import main

tau = joint_vector("tau")
whitening = I - H @ psi @ K


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert main(list(arguments)) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_a_derivation_names_its_sources(capsys) -> None:
    lines = output(capsys, "derive", "inv(H phi M phi* H*) tau").splitlines()
    assert lines[0] == "  (H φ M φ* H*)⁻¹ τ"
    assert lines[-2].startswith("      RJK lemma 2 [RJK 12]:")
    assert lines[-3] == "= (I − H ψ K)* D⁻¹ (I − H ψ K) τ"
    assert lines[-1] == "2 sweeps"


def test_a_derivation_as_data_reads_back(capsys) -> None:
    data = json.loads(output(capsys, "derive", "inv(mass) tau", "--json"))
    expected = derive(inv(mass) @ tau)
    assert parse(data["expression"]) is expected.expression
    assert parse(data["result"]) is expected.result is whitening.T @ inv(D) @ whitening @ tau
    assert data["sweeps"] == 2
    assert data["result_latex"].startswith(r"\left(I - H \psi K\right)^{*} D^{-1}")
    assert [step["identity"] for step in data["steps"]] == [step.identity for step in expected.steps]
    assert data["steps"][-1]["after"] == data["result"]
    assert all(one["after"] == two["before"] for one, two in pairwise(data["steps"]))


def test_a_derivation_as_latex(capsys) -> None:
    lines = output(capsys, "derive", "inv(mass) tau", "--latex").splitlines()
    assert lines[0] == r"\begin{align*}"
    assert lines[1] == r"& \left(H \phi M \phi^{*} H^{*}\right)^{-1} \tau \\"
    assert lines[-2].endswith(r"\left(I - H \psi K\right) \tau && \text{RJK lemma 2 [RJK 12]}")
    assert lines[-1] == r"\end{align*}"


def test_forward_dynamics_by_name_and_by_form(capsys) -> None:
    assert "(I − H ψ K)* D⁻¹ (T − H ψ (M φ* a + K T + b + B f))" in output(capsys, "derive", "FD3")
    text = "inv(mass) (T - H phi (M phi* a + b + B f))"
    assert output(capsys, "derive", text, "--form", "M-kept") == output(capsys, "derive", "FD3")


def test_the_space_of_a_vector_can_be_given(capsys) -> None:
    assert output(capsys, "derive", "x* x", "--vector", "x = body").startswith("  x* x\n")


def test_a_proof(capsys) -> None:
    out = output(capsys, "prove", "inv(I + H phi K)", "I - H psi K")
    assert out.startswith("(I + H φ K)⁻¹ = I − H ψ K\n")
    assert "\nproved" in out
    assert "\nproved" in output(capsys, "prove", "H (P - P H* inv(D) H P)", "0")
    assert "\nproved" in output(capsys, "prove", "inv(phi) phi", "I")
    assert "\nproved" in output(capsys, "prove", "inv(mass) x", "(I - H psi K)* inv(D) (I - H psi K) x")


def test_what_is_false_has_a_counterexample(capsys) -> None:
    assert "\nfalse: robot" in output(capsys, "prove", "phi K", "psi K", code=1)
    data = json.loads(output(capsys, "prove", "phi K", "psi K", "--json", code=1))
    assert data["proved"] is False
    assert "differ" in data["counterexample"]
    assert parse(data["residual"]) is parse("phi K - psi K")


def test_a_proof_as_data(capsys) -> None:
    data = json.loads(output(capsys, "prove", "(I - H psi K) H phi", "H psi", "--json"))
    assert data["proved"] is True
    assert data["steps"]
    assert data["counterexample"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["derive", "phi H"], "cannot act on 'H' (joint ← body). (At character 5: 'H'.)"),
        (["derive", "inv(mass"], "this '(' is never closed. (At character 4: '('.)"),
        (["derive", ""], "empty"),
        (["derive", "tau"], "--vector tau=joint"),
        (["derive", "tau", "--vector", "tau"], "NAME=SPACE"),
        (["derive", "tau", "--vector", "tau=spatial"], '"joint", "body", "frame", "coordinate"'),
        (["prove", "phi", "H"], "must act between the spaces of 'φ'"),
        (["prove", "pshi M", "M"], "Did you mean 'psi'?"),
    ],
)
def test_errors_are_one_line_with_the_place(arguments: list[str], said: str, capsys) -> None:
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


@pytest.mark.parametrize(
    "arguments", [["derive", "inv(mass) tau"], ["prove", "(I - H psi K) H phi", "H psi"]]
)
def test_a_terminal_without_greek_letters(arguments: list[str], monkeypatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(arguments) == 0
    sys.stdout.flush()
    out = raw.getvalue().decode("ascii")
    assert "H psi" in out
    assert "?" not in out


@pytest.mark.parametrize(("lhs", "rhs"), [("inv(mass) mass", "I"), ("I", "inv(mass) mass"), ("0", "H - H")])
def test_either_side_tells_the_space_of_the_other(capsys, lhs: str, rhs: str) -> None:
    assert "proved:" in output(capsys, "prove", lhs, rhs)


def test_a_proof_as_latex(capsys) -> None:
    lines = output(capsys, "prove", "inv(I + H phi K)", "I - H psi K", "--latex").splitlines()
    assert lines[0] == r"\begin{align*}"
    assert lines[1].endswith(r"&= I - H \psi K && \text{proved} \\")
    assert r"\text{RJK lemma 2 [RJK 12]}" in lines[2]
    assert lines[-1] == r"\end{align*}"
