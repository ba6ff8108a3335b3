"""Greek letters: `phi` in plain text and in Python, `φ` in Unicode, `\\phi` in LaTeX."""

from __future__ import annotations

import re

GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "zeta": "ζ",
    "eta": "η",
    "theta": "θ",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "xi": "ξ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
    "phi": "φ",
    "chi": "χ",
    "psi": "ψ",
    "omega": "ω",
    "Gamma": "Γ",
    "Delta": "Δ",
    "Theta": "Θ",
    "Lambda": "Λ",
    "Xi": "Ξ",
    "Pi": "Π",
    "Sigma": "Σ",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Omega": "Ω",
}
# Characters that look the same and stand on people's keyboards.
_LOOKALIKES = {"ϕ": "phi", "ϑ": "theta", "ϵ": "epsilon", "µ": "mu", "\u2126": "Omega", "\u2206": "Delta"}
_NAME_OF = {letter: name for name, letter in GREEK.items()} | _LOOKALIKES

LETTERS = "".join(_NAME_OF)

_PIECE = re.compile(r"([A-Za-z]+)([0-9]*'*)")


def in_greek(name: str) -> str:
    """A plain name with Greek letters: `E_phi` → `E_φ`, `tau1'` → `τ1'`; a word like `phidias` stays."""
    return "_".join(_piece_in_greek(piece) for piece in name.split("_"))


def _piece_in_greek(piece: str) -> str:
    match = _PIECE.fullmatch(piece)
    return GREEK.get(match[1], match[1]) + match[2] if match else piece


def in_ascii(name: str) -> str:
    """The plain name of a name with Greek letters: `E_φ` → `E_phi`."""
    return "".join(_NAME_OF.get(character, character) for character in name)
