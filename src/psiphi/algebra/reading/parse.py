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
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from psiphi.algebra.expression import Expr
from psiphi.algebra.reading import syntax
from psiphi.algebra.reading.elaboration import elaborate
from psiphi.algebra.reading.syntax import Node, Token, pointed
from psiphi.algebra.reading.vocabulary import CROSSINGS, FUNCTIONS, RICCATI_MEMBERS
from psiphi.algebra.spaces import Space
from psiphi.errors import ArgumentTypeError, SyntaxMistake

# Far beyond what is written by hand, and within Python's own recursion limit.
MAX_NESTING = 50
MAX_DEPTH = 3 * MAX_NESTING + 2  # a sum of products of inverses at each level
_LARGEST = Fraction(sys.float_info.max)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_FUNCTION_NODES = {"inv": syntax.Inverse, "diag": syntax.Diagonal, "rate": syntax.Derivative}
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
    return elaborate(text, _Parser(text).expression(), vectors or {}, operators or {}, like)


class _Parser:
    """Recursive descent: one method for each rule of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = syntax.tokens(text)
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

    def mistake(self, finding: str, at: Token | Node, remedy: str = "") -> SyntaxMistake:
        return pointed(SyntaxMistake, finding, self.text, at.start, at.end, remedy)

    def expression(self) -> Node:
        if self.next.kind == "end":
            raise SyntaxMistake("the expression is empty; write for instance 'inv(H phi M phi* H*) tau'.")
        node = self.sum()
        if self.next.kind != "end":
            raise self._unexpected(self.next)
        if syntax.depth(node) > MAX_DEPTH:
            raise self.mistake("too many operations stand upon one another.", node)
        return node

    def sum(self) -> Node:
        start = self.next.start
        sign = self.accept("plus", "minus")
        terms = [(-1 if sign and sign.kind == "minus" else 1, self.term())]
        while sign := self.accept("plus", "minus"):
            terms.append((-1 if sign.kind == "minus" else 1, self.term()))
        if len(terms) == 1 and terms[0][0] == 1:
            return terms[0][1]
        return syntax.Sum(start, terms[-1][1].end, tuple(terms))

    def term(self) -> Node:
        factors = [self.factor()]
        while True:
            if self.next.kind in _STARTS or self.accept("product"):
                factors.append(self.factor())
            elif slash := self.accept("/"):
                factors.append(self.divisor(slash))
            else:
                break
        if len(factors) == 1:
            return factors[0]
        return syntax.Product(factors[0].start, factors[-1].end, tuple(factors))

    def divisor(self, slash: Token) -> Node:
        token = self.advance()
        if token.kind != "number":
            raise self.mistake("only a number can stand behind '/'; write inv(…) for an inverse.", token)
        self.accept("adjoint")
        return syntax.Number(slash.start, token.end, 1 / self.nonzero(token))

    def factor(self) -> Node:
        if token := self.accept("number"):
            self.accept("adjoint")  # 2*X: behind a number the star is a multiplication
            return syntax.Number(token.start, token.end, self.value(token))
        return self.postfixes(self.atom())

    def atom(self) -> Node:
        token = self.advance()
        match token.kind:
            case "(" | "[":
                return self.enclosed(token)
            case "zero":
                return self.zero(token)
            case "name" if token.value in FUNCTIONS:
                return self.function(token)
            case "name" if self.next.kind == "{":
                return self.family(token)
            case "name":
                return syntax.Name(token.start, token.end, token.value)
            case _:
                raise self._unexpected(token)

    def function(self, name: Token) -> Node:
        opening = self.accept("(", "[")
        if opening is None:
            raise self.mistake(f"'{name.value}' needs parentheses: {name.value}(…).", name)
        base = self.inside(opening)
        if name.value == "derivative":
            if self.accept(";") is None:
                raise self.mistake("a derivative goes along joint rates: derivative(mass; u).", name)
            along = self.inside(opening)
            return syntax.Derivative(name.start, self.close(opening).end, base, along)
        closing = self.close(opening)
        return _FUNCTION_NODES[name.value](name.start, closing.end, base)

    def family(self, name: Token) -> Node:
        if name.value not in (*RICCATI_MEMBERS, *_OF_ONE):
            members = ", ".join((*RICCATI_MEMBERS, *_OF_ONE))
            raise self.mistake(f"'{name.value}' belongs to no family; those with braces are {members}.", name)
        opening = self.advance()
        arguments = [self.inside(opening)]
        while semicolon := self.accept(";"):
            if name.value in _OF_ONE and name.value != "bend":
                raise self.mistake(f"'{name.value}{{X}}' takes one operator.", semicolon)
            if len(arguments) == 3:
                raise self.mistake(f"'{name.value}{{X; Y; S}}' takes three operators at most.", semicolon)
            arguments.append(self.inside(opening))
        closing = self.close(opening)
        return syntax.Member(name.start, closing.end, name.value, tuple(arguments))

    def enclosed(self, opening: Token) -> Node:
        node = self.inside(opening)
        closing = self.close(opening)
        return replace(node, start=opening.start, end=closing.end)

    def inside(self, opening: Token) -> Node:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            raise self.mistake(f"parentheses are nested more than {MAX_NESTING} deep.", opening)
        node = self.sum()
        self.nesting -= 1
        return node

    def close(self, opening: Token) -> Token:
        token = self.advance()
        if token.kind == "end":
            raise self.mistake(f"this '{opening.kind}' is never closed.", opening)
        if token.kind != _CLOSING[opening.kind]:
            if token.kind in _CLOSING.values():
                raise self.mistake(f"'{token.kind}' closes a '{opening.kind}'.", token)
            raise self._unexpected(token)
        return token

    def postfixes(self, node: Node) -> Node:
        while token := self.accept("adjoint", "raised", "^"):
            end = token.end
            if token.kind == "adjoint":
                node = syntax.Adjoint(node.start, end, node)
                continue
            exponent = Fraction(int(token.value)) if token.kind == "raised" else self.exponent(token)
            end = self.tokens[self.position - 1].end
            if exponent == -1:
                node = syntax.Inverse(node.start, end, node)
            else:
                node = syntax.Power(node.start, end, node, exponent)
        return node

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

    def zero(self, token: Token) -> Node:
        words = token.value.split("_")[1:]
        spaces = {space.value: space for space in Space}
        if not all(word in spaces for word in words):
            raise self.mistake(f"the spaces of a zero are {', '.join(spaces)}: 0_joint_body.", token)
        return syntax.Zero(token.start, token.end, spaces[words[0]], spaces[words[-1]])

    def value(self, token: Token) -> Fraction:
        exponent = int(token.value.lower().partition("e")[2] or 0)
        if abs(exponent) > syntax.MAX_DIGITS:
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
        shown = self.text[token.start : token.end]
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
