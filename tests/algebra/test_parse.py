"""Reading expressions: what is written is read back, what is wrong is pointed at, nothing else happens."""

from __future__ import annotations

import inspect
import sys

import pytest
from expressions import ALL_LETTERS, VECTORS, expressions
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from psiphi.algebra.construction import diagonal, identity, zero
from psiphi.algebra.derive import derive
from psiphi.algebra.expression import Expr, Identity, is_zero, split_coefficient, symbols_of
from psiphi.algebra.families import lyapunov, resolvent, riccati
from psiphi.algebra.identities import TABLE
from psiphi.algebra.inputs import (
    body_operator,
    body_vector,
    coordinate_vector,
    frame_vector,
    joint_operator,
    joint_vector,
)
from psiphi.algebra.inverse import inv
from psiphi.algebra.operators import (
    OPERATORS,
    P_R,
    B,
    D,
    Delta_psi,
    E_phi,
    E_psi,
    G,
    Gamma,
    H,
    I,
    J,
    K,
    M,
    P,
    P_Gamma,
    Pi_root,
    R,
    a,
    b,
    coupling,
    free_rows,
    mass,
    phi,
    phi_tilde,
    prescribed_rows,
    psi,
    psi_Gamma,
    psi_R,
    psi_tilde,
    r,
)
from psiphi.algebra.reading.parse import MAX_NESTING, parse
from psiphi.algebra.reading.syntax import MAX_LENGTH
from psiphi.algebra.spaces import Space
from psiphi.algebra.writing.text import to_ascii, to_text
from psiphi.errors import (
    ArgumentTypeError,
    ExpressionError,
    InputError,
    PsiphiError,
    SpaceError,
    SyntaxMistake,
)

JOINT, BODY, FRAME = Space.JOINT, Space.BODY, Space.FRAME
tau = joint_vector("tau")
f = frame_vector("f")
whitening = I - H @ psi @ K

READ = [
    ("inv(H phi M phi* H*) tau", inv(mass) @ tau),
    ("inv(mass) tau", inv(mass) @ tau),
    ("(I - H psi K)* inv(D) (I - H psi K) tau", whitening.T @ inv(D) @ whitening @ tau),
    ("(I − HψK)* D⁻¹ (I − HψK)τ", whitening.T @ inv(D) @ whitening @ tau),
    ("[I + HφK]", I + H @ phi @ K),
    ("HφMφ*H* + R", mass + R),
    ("H @ phi @ M @ phi.T @ H.T", mass),
    ("H·φ·M·φᵀ·Hᵀ", mass),
    ("ϕ ∆_ψ", phi @ Delta_psi),
    ("E_φ - E_psi", E_phi - E_psi),
    ("Π_root r_f", Pi_root @ r),
    ("phi~ + ψ̃", phi_tilde + psi_tilde),
    ("φ̃* + phi_tilde.T", 2 * phi_tilde.T),
    ("J", J),
    ("J inv(mass) J*", J @ inv(mass) @ J.T),
    (
        "mass theta'' + H phi (M phi* a + b + B f)",
        mass @ joint_vector("theta''") + H @ phi @ (M @ phi.T @ a + b + B @ f),
    ),
    ("coupling y", coupling @ coordinate_vector("y")),
    ("1/2 M", M / 2),
    ("(1/2) M", M / 2),
    ("0.5 M", M / 2),
    (".5M", M / 2),
    ("2 M", 2 * M),
    ("2*M", 2 * M),
    ("2 (M + P)", 2 * M + 2 * P),
    ("M/2 - P/4", M / 2 - P / 4),
    ("1/2*M", M / 2),
    ("0.1 M", 0.1 * M),
    ("1e-3 M", 1e-3 * M),
    ("(1 + 1/2) M", 1.5 * M),
    ("2 H 3 phi", 6 * (H @ phi)),
    ("-M - P", -M - P),
    ("+M – P", M - P),
    ("M + 0", M),
    ("D^(-1/2)", D**-0.5),
    ("D^-0.5", D**-0.5),
    ("D^(−1/2)", D**-0.5),
    ("D^(1/4)", D**0.25),
    ("D^2000", D**2000),
    ("M^2", M @ M),
    ("M²", M @ M),
    ("M^(-1)", inv(M)),
    ("M⁻¹", inv(M)),
    ("φ*⁻¹", inv(phi.T)),
    ("(M + P)⁻¹*", inv(M + P)),
    ("(H phi)**", H @ phi),
    ("diag(inv(mass))", diagonal(inv(mass))),
    ("P_R", P_R),
    ("P{M; R}", P_R),
    ("P{M; R; Γ}", P_Gamma),
    ("psi_Γ", psi_Gamma),
    ("K{M; 0; E_phi M H*}", riccati(M, zero(JOINT, JOINT), E_phi @ M @ H.T).K),
    ("P{M; 0}", P),
    ("P{M}", P),
    ("psi_R* ψ{M;R}", psi_R.T @ psi_R),
    ("K{P + H* R H; 2 R}*", riccati(P + H.T @ R @ H, 2 * R).K.T),
    ("P{I}", riccati(identity(BODY), zero(JOINT, JOINT)).P),
    ("P{0; R}", riccati(zero(BODY, BODY), R).P),
    ("r{P}", lyapunov(P).r),
    ("r{M}", r),
    ("chi{E_phi M}", resolvent(E_phi @ M).chi),
    ("χ{H E_phi G}", resolvent(H @ E_phi @ G).chi),
    ("I", I),
    ("I H", H),
    ("inv(3 I) H", H / 3),
    ("I_body", identity(BODY)),
    ("0_joint_body", zero(JOINT, BODY)),
    ("0_body", zero(BODY, BODY)),
    ("0_joint_one", zero(JOINT, Space.ONE)),
    ("tau tau* H", tau @ tau.T @ H),
    ("  inv ( mass )\n\ttau ", inv(mass) @ tau),
]


@pytest.mark.parametrize(("text", "expression"), READ, ids=[text for text, _ in READ])
def test_read(text: str, expression: Expr) -> None:
    assert parse(text) is expression


# -- what is written is read back ----------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(x=expressions(letters=ALL_LETTERS))
def test_plain_text_is_read_back(x: Expr) -> None:
    assert parse(to_ascii(x), VECTORS) is x


@settings(max_examples=300, deadline=None)
@given(x=expressions(letters=ALL_LETTERS))
def test_unicode_text_is_read_back(x: Expr) -> None:
    assume(not is_zero(x) and not isinstance(split_coefficient(x)[1], Identity))
    assert parse(to_text(x), VECTORS) is x


def test_the_table_of_identities_is_read_back() -> None:
    for row in TABLE:
        for side in (row.lhs, row.rhs):
            vectors = {s.name: s.range for s in symbols_of(side) if s.is_vector and s.name not in OPERATORS}
            assert parse(to_ascii(side), vectors) is side
            assert to_text(side) in ("0", "I") or parse(to_text(side), vectors) is side


# -- input vectors -------------------------------------------------------------------------------------------


def test_input_operators_are_named() -> None:
    gain, load = joint_operator("K_d", diagonal=True), body_operator("load")
    assert parse("tau - K_d x", operators={"K_d": "joint"}) is tau - gain @ joint_vector("x")
    assert (
        parse("H phi (M + load) phi* H*", operators={"load": Space.BODY})
        is H @ phi @ (M + load) @ phi.T @ H.T
    )
    with pytest.raises(InputError, match=r"operators\['K_d'\] must be one of \"joint\""):
        parse("K_d x", operators={"K_d": "world"})


def test_vectors_live_where_they_stand() -> None:
    assert parse("H phi M x") is H @ phi @ M @ body_vector("x")
    assert parse("B x") is B @ frame_vector("x")
    assert parse("x* H") is joint_vector("x").T @ H
    assert parse("tau + x - H phi b") is tau + joint_vector("x") - H @ phi @ b
    assert parse("x* x + tau* D x - x* x") is tau.T @ D @ joint_vector("x")  # told by one place for all
    assert parse("phi* I (x - y)") is phi.T @ (body_vector("x") - body_vector("y"))


def test_the_space_of_a_vector_can_be_given() -> None:
    x = body_vector("x")
    assert parse("x* x", vectors={"x": "body"}) is x.T @ x
    assert parse("x", vectors={"x": BODY, "unused": "joint"}) is x
    with pytest.raises(SpaceError, match="cannot act"):
        parse("H x", vectors={"x": "joint"})
    for wrong in ("spatial", "one", 6, Space.ONE):
        with pytest.raises(InputError, match='"joint", "body", "frame", "coordinate"'):
            parse("x", vectors={"x": wrong})  # type: ignore[dict-item]


def test_a_text_like_an_expression_has_its_spaces() -> None:
    assert parse("0", like=H) is zero(JOINT, BODY)
    assert parse("1 - 1", like=H) is zero(JOINT, BODY)
    assert parse("I", like=phi) is identity(BODY)
    assert parse("2 I", like=D) is 2 * identity(JOINT)
    assert parse("x", like=mass @ tau) is joint_vector("x")
    with pytest.raises(SpaceError, match=r"'H phi' .* must act between the spaces of 'φ'"):
        parse("H phi", like=phi)
    with pytest.raises(SpaceError, match="must act between the spaces"):
        parse("I", like=H)
    with pytest.raises(SyntaxMistake, match="a number alone"):
        parse("1", like=H)


# -- what is wrong is pointed at -----------------------------------------------------------------------------

WRONG = [
    # text, kind of error, what the message says, what the carets mark, what it proposes
    ("", SyntaxMistake, "the expression is empty", None, "inv("),
    (" \n ", SyntaxMistake, "the expression is empty", None, "inv("),
    ("phi H", SpaceError, "'phi' (body ← body) cannot act on 'H' (joint ← body)", "H", "H*, G, K"),
    ("phi (H + G*) a", SpaceError, "cannot act on '(H + G*)'", "(H + G*)", "H*, G, K"),
    ("H * phi", SpaceError, "'H *' (body ← joint) cannot act", "phi", "products are written side by side"),
    ("H + G", SpaceError, "cannot add 'H' (joint ← body) and 'G' (body ← joint)", "G", "same spaces"),
    ("1 + H phi K", SpaceError, "the number '1' cannot be added", "1", "Write I"),
    ("I + H", SpaceError, "cannot add 'I'", "H", "same spaces"),
    ("inv(H)", SpaceError, "'H' (joint ← body) has no inverse", "inv(H)", "H H*"),
    ("M inv(H phi) M", SpaceError, "has no inverse", "inv(H phi)", "product with its adjoint"),
    ("H⁻¹", SpaceError, "has no inverse", "H⁻¹", "H H*"),
    ("diag(G)", SpaceError, "no diagonal part", "diag(G)", "G G*"),
    ("M + inv(E_phi) M", ExpressionError, "inv(E_φ) does not exist", "inv(E_phi)", ""),
    ("inv(M - M)", ExpressionError, "inv(0) does not exist", "inv(M - M)", ""),
    ("phi^(1/2)", ExpressionError, "positive definite, memoryless", "phi^(1/2)", ""),
    ("H^2", SpaceError, "no powers", "H^2", ""),
    ("pshi M", SyntaxMistake, "unknown symbol 'pshi'", "pshi", "'psi'"),
    ("H Phi_ M", SyntaxMistake, "unknown symbol 'Phi_'", "Phi_", "'phi'"),
    ("H pshi*", SyntaxMistake, "unknown symbol 'pshi'", "pshi", "'psi'"),
    ("K DKx K", SyntaxMistake, "unknown symbol 'DKx'", "DKx", "The operators are H, E_phi"),
    ("MPK x", SyntaxMistake, "unknown symbol 'MPK'", "MPK", "'M P K'"),
    ("foo bar", SyntaxMistake, "unknown symbol 'foo'", "foo", "The operators are"),
    ("H phi massx tau", SyntaxMistake, "unknown symbol 'massx'", "massx", "'mass'"),
    ("phi + pshi", SpaceError, "cannot add", "pshi", "did you mean 'psi'"),
    ("inv(pshi)", SpaceError, "has no inverse", "inv(pshi)", "did you mean 'psi'"),
    ("tau", SyntaxMistake, "nothing here tells the space of the vector 'tau'", "tau", '{"tau": "joint"}'),
    ("x* x", SyntaxMistake, "nothing here tells the space", "x", '{"x": "joint"}'),
    ("H v", SpaceError, "'H' (joint ← body) cannot act on 'v' (joint vector)", "v", "H*, G, K"),
    ("H q", ExpressionError, "'q' already names", "q", ""),
    ("Pi_f H", SyntaxMistake, "'Pi_f' does not say which degrees of freedom", "Pi_f", "Pi_f{0; 2}"),
    ("Pi_f{M} H", SyntaxMistake, "degrees of freedom stand here", "M", "Pi_f{0; 2}"),
    ("Pi_f{} H", SyntaxMistake, "degrees of freedom stand here", "}", "Pi_f{0; 2}"),
    ("Pi_p{0; 0.5} H", SyntaxMistake, "degrees of freedom stand here", "0.5", "Pi_f{0; 2}"),
    ("P{M; R; 0; R} a", ExpressionError, "'R' is no choice of rows", "R", "Pi_f{0; 2}"),
    ("2", SyntaxMistake, "a number alone", "2", "Write I"),
    ("1 - 1/2", SyntaxMistake, "a number alone", "1 - 1/2", "Write I"),
    ("inv(2)", SyntaxMistake, "a number has no inverse", "inv(2)", ""),
    ("M/0", SyntaxMistake, "division by zero", "0", ""),
    ("M/P", SyntaxMistake, "only a number", "P", "inv("),
    ("1e999 M", SyntaxMistake, "too large", "1e999", ""),
    ("inv(mass", SyntaxMistake, "never closed", "(", ""),
    ("(H phi (M", SyntaxMistake, "never closed", "(", ""),
    ("H phi)", SyntaxMistake, "closes nothing", ")", ""),
    ("(H phi]", SyntaxMistake, "']' closes a '('", "]", ""),
    ("P{M; R", SyntaxMistake, "never closed", "{", ""),
    ("P{M; R; Gamma; Pi_f{0}; R}", SyntaxMistake, "four operators at most", ";", ""),
    ("P{M; R; R}", SpaceError, "leads from joints to bodies", "R", ""),
    ("P{M; R; phi Gamma}", ExpressionError, "a shift from joints", "phi Gamma", ""),
    ("r{M; R}", SyntaxMistake, "takes one operator", ";", ""),
    ("Q{M}", SyntaxMistake, "belongs to no family", "Q", "E_psi"),
    ("P{R}", SpaceError, "acts within the body space", "R", ""),
    ("P{M; M}", SpaceError, "acts within the joint space", "M", ""),
    ("P{phi}", ExpressionError, "memoryless and symmetric", "phi", ""),
    ("P{M C_f}", ExpressionError, "memoryless and symmetric", "M C_f", ""),
    ("P{2}", ExpressionError, "memoryless and symmetric", "2", ""),
    ("chi{M}", ExpressionError, "'M' is no shift", "M", ""),
    ("chi{H}", SpaceError, "no resolvent", "chi{H}", ""),
    ("H +", SyntaxMistake, "the text ends where an operator should follow", " ", ""),
    ("H + * M", SyntaxMistake, "'*' is the adjoint", "*", "side by side"),
    ("H @@ M", SyntaxMistake, "expected an operator, found '@'", "@", ""),
    ("()", SyntaxMistake, "expected an operator, found ')'", ")", ""),
    ("inv mass", SyntaxMistake, "'inv' needs parentheses", "inv", "inv(…)"),
    ("D^", SyntaxMistake, "'^' needs a number", "^", "D^(-1/2)"),
    ("D^(1/0)", SyntaxMistake, "division by zero", "0", ""),
    ("D^x", SyntaxMistake, "'^' needs a number", "^", "D^2"),
    ("phi^16^16^16", SyntaxMistake, "too long", "phi^16^16^16", ""),
    ("H $ phi", SyntaxMistake, "'$' (dollar sign) means nothing", "$", ""),
    ("H phi = psi", SyntaxMistake, "'='", "=", "two sides"),
    ("H, phi", SyntaxMistake, "','", ",", "side by side"),
    ("0_spatial", SyntaxMistake, "joint, body, frame", "0_spatial", "0_joint_body"),
    ("x" * 100, SyntaxMistake, "too long", "x" * 100, ""),
    ("1" * 2000 + " M", SyntaxMistake, "too long", None, ""),
    ("M" + "²" * 5000, SyntaxMistake, "too long", None, ""),
    ("(9e300 M)^16", ExpressionError, "more than a thousand digits", "(9e300 M)^16", ""),
    ("H φ̃ H", SpaceError, "cannot act", "H", ""),
]


@pytest.mark.parametrize(
    ("text", "kind", "finding", "marked", "remedy"), WRONG, ids=[text[:20] or "empty" for text, *_ in WRONG]
)
def test_wrong(text: str, kind: type[PsiphiError], finding: str, marked: str | None, remedy: str) -> None:
    with pytest.raises(kind) as caught:
        parse(text)
    assert type(caught.value) is kind
    message = str(caught.value)
    assert finding in message
    assert remedy in message
    if marked is not None:
        shown, carets = (line[4:] for line in message.splitlines()[1:3])
        start, width = carets.index("^"), carets.count("^")
        columns = shown.replace("\N{COMBINING TILDE}", "").ljust(start + width)
        assert columns[start : start + width] == marked
        assert carets.strip() == "^" * width


def test_a_long_text_is_shown_around_the_place() -> None:
    text = "M + " * 500 + "H" + " + M" * 500
    with pytest.raises(SpaceError) as caught:
        parse(text)
    _, shown, carets, *_ = str(caught.value).splitlines()
    assert len(shown) < 120
    assert shown[carets.index("^")] == "H"
    assert shown.strip().startswith("…")
    assert shown.endswith("…")


def test_text_must_be_text() -> None:
    for wrong in (None, 3, b"H", mass):
        with pytest.raises(ArgumentTypeError, match="expected the text of an expression"):
            parse(wrong)  # type: ignore[arg-type]


def test_too_long_and_too_deep_are_told() -> None:
    with pytest.raises(SyntaxMistake, match="characters"):
        parse("M " * MAX_LENGTH)
    for opening in ("(", "[", "inv(", "P{", "diag("):
        with pytest.raises(SyntaxMistake, match="nested more than"):
            parse(opening * (MAX_NESTING + 1) + "M")
    with pytest.raises(SyntaxMistake, match="nested more than"):
        parse("(" * 5000 + "M" + ")" * 5000)


def nested(levels: int) -> list[str]:
    """Texts nested so deep, each level bringing several nodes."""
    sandwich = family = adjoints = "M"
    for _ in range(levels):
        sandwich = f"inv(M + phi {sandwich} phi*)"
        family = f"P{{{family}}}"
        adjoints = f"(I + 2 E_phi {adjoints} psi)*"
    return [sandwich, family, adjoints]


def test_the_deepest_that_is_read_can_be_used() -> None:
    """No RecursionError, and what is read can be written, though the caller stands deep in the stack."""
    limit, used = sys.getrecursionlimit(), len(inspect.stack())
    for text in nested(MAX_NESTING):
        try:
            sys.setrecursionlimit(used + 850)
            x = parse(text)
            assert parse(to_ascii(x.T)) is x.T
            assert repr(x)
            assert x._repr_latex_()
        finally:
            sys.setrecursionlimit(limit)


def test_stacked_operations_are_limited() -> None:
    assert parse("M" + "**" * 70) is M
    for postfix in ("*", "⁻¹", "^(1/2)", "^2", "² "):
        with pytest.raises(SyntaxMistake, match="upon one another"):
            parse("M" + postfix * 1000)


# -- nothing else ever happens -------------------------------------------------------------------------------

PIECES = [
    *OPERATORS,
    *("I", "J", "mass", "P_R", "x", "τ", "φ", "ψ", "φ̃", "2", "0.5", "0", "1e400", "0_body", "I_joint"),
    *("inv(", "diag(", "P{", "chi{", "r{", "(", ")", "[", "]", "{", "}", ";", "*", "ᵀ", ".T", "⁻¹", "²", "^"),
    *("^(", "-1/2", "+", "-", "−", "@", "/", "~", "'", "=", ",", "$", "é", "_", ".", "\n", "\x00", "\u200b"),
]


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """What somebody meant to write, with a piece missing, added or mistyped."""
    text = draw(st.sampled_from([to_ascii, to_text]))(draw(expressions(depth=3, letters=ALL_LETTERS)))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(start + 4, len(text))))
    return text[:start] + draw(st.sampled_from(["", *PIECES])) + text[end:]


@settings(max_examples=1200, deadline=None)
@given(
    text=st.one_of(
        st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join), st.text(max_size=30), damaged_texts()
    )
)
@example("P{" * 40 + "M" + "}" * 40)
@example("((((phi^16)^16 + M)^16 + M)^16)")
@example("D^(1/2)" + "^(1/2)" * 1000)
@example("9e300 " * 20 + "M")
@example("x_ __ x'''")
@example("²")
@example("٣ M")
def test_any_text_gives_an_expression_or_an_error_of_psiphi(text: str) -> None:
    try:
        x = parse(text)
    except PsiphiError:
        pass
    else:
        assert parse(to_ascii(x), {s.name: s.range for s in symbols_of(x) if s.name not in OPERATORS}) is x


@pytest.mark.parametrize("noise", [0 * R, R, R + H @ phi @ Gamma + Gamma.T @ phi.T @ H.T])
def test_rows_of_joints_are_read_as_they_are_written(noise: Expr) -> None:
    """Filters of other rows are others, and no two of them have the same text."""
    texts: set[str] = set()
    for dofs in ([0], [0, 2], [1]):
        free, held = free_rows(dofs), prescribed_rows(dofs)
        x = derive(inv(free @ (mass + noise) @ free + held) @ joint_vector("tau")).result
        for text in (to_text(x), to_ascii(x)):
            assert parse(text) is x
            texts.add(text)
    assert len(texts) == 6
