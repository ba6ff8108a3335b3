"""Reading expressions from text: `inv(H phi M phi* H*) tau`. The grammar, in EBNF:

    expression = sum ;
    sum        = [ sign ] term { sign term } ;
    term       = factor { [ "@" | "·" ] factor | "/" number [ "*" ] } ;
    factor     = number [ "*" ] | atom { postfix } ;
    atom       = name | family | function "(" sum ")" | derivative | "(" sum ")" | "[" sum "]" | zero ;
    function   = "inv" | "diag" | "rate" ;
    derivative = "derivative" "(" sum ";" sum ")" ;
    family     = name "{" sum [ ";" sum ] "}" ;
    postfix    = "*" | "ᵀ" | ".T" | superscript | "^" exponent ;
    exponent   = [ minus ] number | "(" [ minus ] number [ "/" number ] ")" ;
    sign       = "+" | minus ;
    minus      = "-" | "−" ;
    name       = piece { "_" [ piece | digits ] } { "'" } [ "~" ] ;
    piece      = latin letter { latin letter | digit } | greek letter { digit } ;
    number     = digits [ "." digits ] [ "e" [ "+" | "-" ] digits ] ;
    superscript = [ "⁻" ] raised digits ;
    zero       = "0_" space [ "_" space ] ;

`*` behind an operator is its adjoint; a product is written side by side. Names are those of the operators, in
Greek letters or spelled out, with the shorthands mass, J, phi~ = φ − I and psi~ = ψ − I; any other name is an
input vector. `P{X; Y; S}` is the operator P of the Riccati family (X, Y, S), `P_R` that of (M, R); `r{X}` and
`chi{X}` are the composite and the resolvent of X, `cross{V}` and `crossbar{f}` the cross products with
vectors. `0_joint_body` is the zero operator into the joint space from the body space, `I_body` the identity
of the body space; plain I takes the space of what it meets.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from psiphi.algebra.construction import zero
from psiphi.algebra.expression import Expr
from psiphi.algebra.inputs import INPUT_OPERATORS, VECTORS
from psiphi.algebra.reading.parts import Part, Parts
from psiphi.algebra.reading.shapes import Shape
from psiphi.algebra.reading.syntax import MAX_DIGITS, Span, Token, pointed, tokens
from psiphi.algebra.reading.vocabulary import CROSSINGS, FUNCTIONS, RICCATI_MEMBERS, ROWS
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError, InputError, SpaceError, SyntaxMistake

# Far beyond what is written by hand, and within Python's own recursion limit.
MAX_NESTING = 50
MAX_DEPTH = 3 * MAX_NESTING + 2  # a sum of products of inverses at each level
_LARGEST = Fraction(sys.float_info.max)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_OF_ROWS = tuple(f"{name}_f" for name in RICCATI_MEMBERS)
_OF_ONE = ("r", "chi", *CROSSINGS)  # what stands with one argument in braces
_STARTS = frozenset({"number", "name", "zero", "(", "["})


def parse(
    text: str,
    vectors: Mapping[str, str | Space] | None = None,
    *,
    operators: Mapping[str, str | Space] | None = None,
    like: Expr | None = None,
) -> Expr:
    """The expression that a text says; unknown names are input vectors, in the space where they must live.

    `vectors` settles the space of a name that the text leaves open: parse("x* x", vectors={"x": "joint"}).
    `operators` names input operators and their spaces: parse("tau - K_d v", operators={"K_d": "joint"}).
    `like` is an expression between the same spaces, for texts such as "0" and "I" that do not tell them.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentTypeError(f"expected the text of an expression, found {type(text).__name__} {text!r}.")
    spaces = {name: _space("vectors", name, word, VECTORS) for name, word in (vectors or {}).items()}
    given = {
        name: INPUT_OPERATORS[_space("operators", name, word, INPUT_OPERATORS)](name)
        for name, word in (operators or {}).items()
    }
    return read(text, given, like, spaces)


def read(
    text: str,
    names: Mapping[str, Expr],
    like: Expr | None = None,
    vectors: Mapping[str, Space] | None = None,
) -> Expr:
    """The same, with names for expressions beside those of the operators."""
    parts = Parts(text, vectors or {}, names)
    whole = _Parser(text, parts).expression()
    if like is None:
        return parts.expression(whole)
    if whole.shape is None and whole.value() == 0:
        return zero(like.range, like.domain)
    expected = Shape.of(like)
    if whole.shape and not whole.shape.agrees_with(expected):
        finding = (
            f"{parts.quoted(whole)} ({whole.shape}) must act between the spaces of '{like}' ({expected})."
        )
        raise parts.error(SpaceError, finding, whole.span)
    return parts.expression(whole)


def _space(what: str, name: str, word: str | Space, known: Iterable[Space]) -> Space:
    for space in known:
        if word is space or word == space.value:
            return space
    words = ", ".join(f'"{space.value}"' for space in known)
    raise InputError(f"{what}[{name!r}] must be one of {words}, found {word!r}.")


class _Parser:
    """Recursive descent: one method for each rule of the grammar."""

    def __init__(self, text: str, parts: Parts) -> None:
        self.text, self.parts = text, parts
        self.tokens = tokens(text)
        self.position = 0
        self.nesting = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def advance(self) -> Token:
        token = self.next
        self.position += 1
        return token

    def accept(self, *kinds: str) -> Token | None:
        return self.advance() if self.next.kind in kinds else None

    def since(self, start: int) -> Span:
        """From a place to the end of what was read last."""
        return Span(start, self.tokens[self.position - 1].span.end)

    def mistake(self, finding: str, at: Token, remedy: str = "") -> SyntaxMistake:
        return pointed(SyntaxMistake, finding, self.text, at.span, remedy)

    def expression(self) -> Part:
        if self.next.kind == "end":
            raise SyntaxMistake("the expression is empty; write for instance 'inv(H phi M phi* H*) tau'.")
        part = self.sum()
        if self.next.kind != "end":
            raise self._unexpected(self.next)
        if part.depth > MAX_DEPTH:
            finding = "too many operations stand upon one another."
            raise pointed(SyntaxMistake, finding, self.text, part.span)
        return part

    def sum(self) -> Part:
        start = self.next.span.start
        sign = self.accept("plus", "minus")
        terms = [(-1 if sign and sign.kind == "minus" else 1, self.term())]
        while sign := self.accept("plus", "minus"):
            terms.append((-1 if sign.kind == "minus" else 1, self.term()))
        if len(terms) == 1 and terms[0][0] == 1:
            return terms[0][1]
        return self.parts.sum(self.since(start), terms)

    def term(self) -> Part:
        factors = [self.factor()]
        while True:
            if self.next.kind in _STARTS or self.accept("product"):
                factors.append(self.factor())
            elif slash := self.accept("/"):
                factors.append(self.divisor(slash))
            else:
                return factors[0] if len(factors) == 1 else self.parts.product(factors)

    def divisor(self, slash: Token) -> Part:
        token = self.advance()
        if token.kind != "number":
            raise self.mistake("only a number can stand behind '/'; write inv(…) for an inverse.", token)
        self.accept("adjoint")
        return self.parts.number(Span(slash.span.start, token.span.end), 1 / self.nonzero(token))

    def factor(self) -> Part:
        if token := self.accept("number"):
            self.accept("adjoint")  # 2*X: behind a number the star is a multiplication
            return self.parts.number(token.span, self.value(token))
        return self.postfixes(self.atom())

    def atom(self) -> Part:
        token = self.advance()
        match token.kind:
            case "(" | "[":
                part = self.inside(token)
                self.close(token)
                return replace(part, span=self.since(token.span.start))
            case "zero":
                return self.zero(token)
            case "name" if token.value in FUNCTIONS:
                return self.function(token)
            case "name" if self.next.kind == "{":
                return self.family(token)
            case "name":
                return self.parts.named(token)
            case _:
                raise self._unexpected(token)

    def function(self, name: Token) -> Part:
        opening = self.accept("(", "[")
        if opening is None:
            raise self.mistake(f"'{name.value}' needs parentheses: {name.value}(…).", name)
        arguments = [self.inside(opening)]
        if name.value == "derivative":
            if self.accept(";") is None:
                raise self.mistake("a derivative goes along joint rates: derivative(mass; u).", name)
            arguments.append(self.inside(opening))
        self.close(opening)
        made: Callable[..., Part] = getattr(self.parts, FUNCTIONS[name.value])
        return made(self.since(name.span.start), *arguments)

    def family(self, name: Token) -> Part:
        if name.value in ROWS or name.value in _OF_ROWS:
            return self.of_rows(name)
        if name.value not in (*RICCATI_MEMBERS, *_OF_ONE):
            members = ", ".join((*RICCATI_MEMBERS, *_OF_ONE))
            raise self.mistake(f"'{name.value}' belongs to no family; those with braces are {members}.", name)
        opening = self.advance()
        arguments = [self.inside(opening)]
        while semicolon := self.accept(";"):
            if name.value in _OF_ONE and name.value != "bend":
                raise self.mistake(f"'{name.value}{{X}}' takes one operator.", semicolon)
            if len(arguments) == 4:
                raise self.mistake(
                    f"'{name.value}{{X; Y; S; Pi_f}}' takes four operators at most.", semicolon
                )
            arguments.append(self.inside(opening))
        self.close(opening)
        return self.parts.member(self.since(name.span.start), name.value, arguments)

    def of_rows(self, name: Token) -> Part:
        """Degrees of freedom in braces: Π_f{0; 2}, ψ_f{0; 2}."""
        opening, dofs, space = self.advance(), list[int](), Space.JOINT
        while not dofs or self.accept(";"):
            token = self.advance()
            if token.kind == "number" and token.value.isdecimal():
                dofs.append(int(token.value))
            elif token.value == "coordinate" and dofs:
                space = Space.COORDINATE
            else:
                raise self.mistake("degrees of freedom stand here: Pi_f{0; 2}.", token)
        self.close(opening)
        return self.parts.of_rows(self.since(name.span.start), name.value, dofs, space)

    def inside(self, opening: Token) -> Part:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self.mistake(f"parentheses are nested more than {MAX_NESTING} deep.", opening)
        part = self.sum()
        self.nesting -= 1
        return part

    def close(self, opening: Token) -> None:
        token = self.advance()
        if token.kind == "end":
            raise self.mistake(f"this '{opening.kind}' is never closed.", opening)
        if token.kind != _CLOSING[opening.kind]:
            if token.kind in _CLOSING.values():
                raise self.mistake(f"'{token.kind}' closes a '{opening.kind}'.", token)
            raise self._unexpected(token)

    def postfixes(self, part: Part) -> Part:
        start = part.span.start
        while token := self.accept("adjoint", "raised", "^"):
            if token.kind == "adjoint":
                part = self.parts.adjoint(self.since(start), part)
                continue
            exponent = Fraction(int(token.value)) if token.kind == "raised" else self.exponent(token)
            span = self.since(start)
            inverted = exponent == -1
            part = self.parts.inverse(span, part) if inverted else self.parts.power(span, part, exponent)
        return part

    def exponent(self, hat: Token) -> Fraction:
        opening = self.accept("(")
        minus = self.accept("minus")
        token = self.accept("number")
        if token is None:
            raise self.mistake("'^' needs a number: D^2, D^(-1/2).", hat)
        value = self.value(token)
        if opening:
            if self.accept("/"):
                divisor = self.accept("number")
                if divisor is None:
                    raise self.mistake("a fraction needs a number behind '/': D^(-1/2).", self.next)
                value /= self.nonzero(divisor)
            self.close(opening)
        return -value if minus else value

    def zero(self, token: Token) -> Part:
        words = token.value.split("_")[1:]
        spaces = {space.value: space for space in Space}
        if not all(word in spaces for word in words):
            raise self.mistake(f"the spaces of a zero are {', '.join(spaces)}: 0_joint_body.", token)
        return self.parts.zero(token.span, spaces[words[0]], spaces[words[-1]])

    def value(self, token: Token) -> Fraction:
        exponent = int(token.value.lower().partition("e")[2] or 0)
        if abs(exponent) > MAX_DIGITS:
            raise self.mistake(f"this number is too {'large' if exponent > 0 else 'small'}.", token)
        value = Fraction(token.value)
        if value > _LARGEST:
            raise self.mistake("this number is too large.", token)
        return value

    def nonzero(self, token: Token) -> Fraction:
        value = self.value(token)
        if not value:
            raise self.mistake("division by zero.", token)
        return value

    def _unexpected(self, token: Token) -> SyntaxMistake:
        shown = self.text[slice(*token.span)]
        match token.kind:
            case "end":
                return self.mistake("the text ends where an operator should follow.", token)
            case ")" | "]" | "}" if not self.nesting:
                return self.mistake(f"'{shown}' closes nothing.", token)
            case "adjoint":
                remedy = "A product is written side by side or with '@': H phi."
                return self.mistake(f"'{shown}' is the adjoint of what stands before it.", token, remedy)
            case ";":
                return self.mistake("';' parts the operators of a family, inside braces: P{M; R}.", token)
            case "{":
                return self.mistake("braces follow the name of an operator: P{M; R}.", token)
            case _:
                return self.mistake(f"expected an operator, found '{shown}'.", token)
