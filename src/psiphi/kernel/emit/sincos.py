"""Sine and cosine of vectors of angles, written as arithmetic.

The angle is reduced to r = x − n π/2 with |r| ≤ π/4 by subtracting π/2 in three parts (Cody and Waite), and
polynomials in r² give both functions; the quadrant n mod 4 decides their places and signs.

Errors are below 1.5 units in the last place for |x| ≤ 1e5, and below 1e-14 (in single precision 3e-7) up to
2⁵⁰.  Beyond, where neighbouring doubles are a good part of a turn apart, the results are at most 1, and mean
nothing.  Where the angle is not finite, both are NaN.

Each operation waits for the one before it.  So a few vectors have every operation in turn: they keep the
processor busy, and share the constants.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

from psiphi.kernel.code.target import Precision, Target
from psiphi.kernel.emit.lanes import Lanes

# Vectors that have operations in turn: what they need fits in 16 registers.
_TOGETHER = 3
# π/2 = the sum of these, each the double nearest to what the ones before it leave.
_HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)
# Adding this to a number below 2⁵¹ rounds it to an integer, which then stands in the lowest bits.
_ROUNDER = 6755399441055744.0
# What is left of angles with too few bits may be anything, and is taken as this at the most.
_LARGEST_REST = 1.0

# Minimax polynomials on |r| ≤ 0.7861: sin r = r + r³ S(r²), relative error 2⁻⁵⁸ and 2⁻³⁷;
# cos r = 1 − r²/2 + r⁴ C(r²), error 2⁻⁶⁴ and 2⁻³³.
_SINE = {
    Precision.DOUBLE: (
        -0.16666666666666631695,
        0.0083333333333223267044,
        -0.00019841269829734917016,
        2.7557313665573662184e-6,
        -2.5050753836086511629e-8,
        1.5896539204558199268e-10,
    ),
    Precision.SINGLE: (
        -0.1666666664144814244,
        0.0083333293648250418083,
        -0.00019839327963805398494,
        2.7182452292112467e-6,
    ),
}
_COSINE = {
    Precision.DOUBLE: (
        0.041666666666666598835,
        -0.0013888888888874006624,
        0.000024801587289405329589,
        -2.7557314329163067539e-7,
        2.0875720000532631775e-9,
        -1.1359472334762815751e-11,
    ),
    Precision.SINGLE: (0.041666646760587606634, -0.0013887362103609296281, 0.000024437807638763493287),
}


def sines_and_cosines(lanes: Lanes, angles: Sequence[str]) -> list[str]:
    """The names of sin and cos of the first angle, of the second, and so on.

    Plain numbers stand side by side in vectors.
    """
    results: list[str] = []
    few = _at_a_time(lanes.target)
    for start in range(0, len(angles), few):
        some = angles[start : start + few]
        if lanes.count > 1:
            pairs = _sincos(lanes, some)
        else:
            vector = Lanes(lanes.writer, lanes.target.times(len(some)), lanes.precision)
            ((sines, cosines),) = _sincos(vector, [lanes.join(some)])
            pairs = zip(lanes.split(sines, len(some)), lanes.split(cosines, len(some)), strict=True)
        results += (function for pair in pairs for function in pair)
    return results


def loop_of_sines(lanes: Lanes, workspace: str, slot: int, count: int) -> None:
    """Write a loop over so many angles in slots from one on, behind which come the sines and cosines of each.

    A few are done at a time; the last few begin where they end with the last. The loop begins a function, or
    follows its first block, and what comes after it is a block of its own.
    """
    writer, few = lanes.writer, min(_at_a_time(lanes.target), count)
    writer.write("br label %loop")
    writer.write("loop:")
    writer.write("%begun = phi i64 [0, %0], [%next, %loop]")
    inside = writer.assign(f"icmp ult i64 %begun, {count - few}")
    first = writer.assign(f"select i1 {inside}, i64 %begun, i64 {count - few}")
    offset = writer.assign(f"mul i64 {first}, {lanes.count}")
    angles = lanes.element(workspace, offset)
    results = lanes.element(angles, offset)
    names = [lanes.load(angles, (slot + place) * lanes.count) for place in range(few)]
    for place, name in enumerate(sines_and_cosines(lanes, names), slot + count):
        lanes.store(name, results, place * lanes.count)
    writer.write(f"%next = add i64 %begun, {few}")
    more = writer.assign(f"icmp ult i64 %next, {count}")
    writer.write(f"br i1 {more}, label %loop, label %after")
    writer.write("after:")


def _at_a_time(target: Target) -> int:
    """How many angles are best given at a time, or some multiple of it."""
    return _TOGETHER if target.lanes > 1 else target.angles


def _sincos(lanes: Lanes, angles: Sequence[str]) -> list[tuple[str, str]]:
    """The names of sin and cos of every vector of angles."""
    quadrants, squares, rests = _reduce(lanes, angles)
    sine_terms, cosine_terms = _SINE[lanes.precision], (1.0, -0.5, *_COSINE[lanes.precision])
    sines = [lanes.constant(sine_terms[-1])] * len(angles)
    cosines = [lanes.constant(cosine_terms[-1])] * len(angles)
    for cosine_term, sine_term in zip_longest(cosine_terms[-2::-1], sine_terms[-2::-1]):
        cosines = _multiply_add(lanes, cosines, squares, cosine_term)
        if sine_term is not None:
            sines = _multiply_add(lanes, sines, squares, sine_term)
    cubes = [lanes.multiply(square, r) for square, r in zip(squares, rests, strict=True)]
    sines = [lanes.multiply_add(*factors_and_r) for factors_and_r in zip(sines, cubes, rests, strict=True)]
    return [_in_place(lanes, *names) for names in zip(quadrants, sines, cosines, strict=True)]


def _multiply_add(lanes: Lanes, values: Sequence[str], factors: Sequence[str], term: float) -> list[str]:
    """One step of Horner's scheme for every vector."""
    constant = lanes.constant(term)
    return [lanes.multiply_add(x, factor, constant) for x, factor in zip(values, factors, strict=True)]


def _in_place(lanes: Lanes, quadrant: str, sine: str, cosine: str) -> tuple[str, str]:
    """sin and cos of an angle, from those of what is left of it.

    In odd quadrants the functions change places; the lowest bit becomes the sign, which is what blends read.
    The sine is negative in quadrants 2 and 3, the cosine in 1 and 2.
    """
    sign_place = 8 * lanes.precision.size - 1
    odd_bit = lanes.integer_operation("shl", quadrant, lanes.integer_constant(sign_place))
    odd = lanes.writer.assign(f"icmp slt {lanes.integer} {odd_bit}, {lanes.integer_constant(0)}")
    second_bit = lanes.integer_operation("shl", quadrant, lanes.integer_constant(sign_place - 1))
    sign = lanes.integer_operation("and", second_bit, lanes.integer_constant(-(1 << sign_place)))
    return (
        _with_sign(lanes, lanes.select(odd, cosine, sine), sign),
        _with_sign(lanes, lanes.select(odd, sine, cosine), lanes.integer_operation("xor", sign, odd_bit)),
    )


def _reduce(lanes: Lanes, angles: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """n, whose lowest bits are the quadrant, r², which is NaN where the angle is not finite, and r.

    The third part of π/2 only counts where r is small, and r² does not: the square does not wait for it.
    """
    if lanes.precision is Precision.DOUBLE:
        shifted, numbers, coarse = _subtract_two_parts(lanes, angles)
        squares = _squares(lanes, coarse)
        rests = _subtract_products(lanes, coarse, numbers, _HALF_PI[2])
        quadrants = [lanes.bits(n) for n in shifted]
    else:
        # Single precision has too few bits for n π/2 near its multiples: double has them to spare.
        assign, double = lanes.writer.assign, Lanes(lanes.writer, lanes.target, Precision.DOUBLE)
        wide = [assign(f"fpext {lanes.type} {x} to {double.type}") for x in angles]
        shifted, _, coarse = _subtract_two_parts(double, wide)
        rests = [assign(f"fptrunc {double.type} {r} to {lanes.type}") for r in coarse]
        squares = _squares(lanes, rests)
        quadrants = [assign(f"trunc {double.integer} {double.bits(n)} to {lanes.integer}") for n in shifted]
    return quadrants, squares, [_bounded(lanes, r) for r in rests]


def _subtract_two_parts(lanes: Lanes, angles: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """n with the rounder added, n, and what the first two parts of n π/2 leave of x."""
    rounder, turns = lanes.constant(_ROUNDER), lanes.constant(2.0 / math.pi)
    shifted = [lanes.multiply_add(x, turns, rounder) for x in angles]
    numbers = [lanes.subtract(n, rounder) for n in shifted]
    rests = _subtract_products(lanes, angles, numbers, _HALF_PI[0])
    return shifted, numbers, _subtract_products(lanes, rests, numbers, _HALF_PI[1])


def _subtract_products(lanes: Lanes, rests: Sequence[str], numbers: Sequence[str], part: float) -> list[str]:
    return [_subtract_product(lanes, r, n, part) for r, n in zip(rests, numbers, strict=True)]


def _squares(lanes: Lanes, rests: Sequence[str]) -> list[str]:
    """r², or the largest square."""
    return [_at_most(lanes, lanes.multiply(r, r), _LARGEST_REST**2) for r in rests]


def _bounded(lanes: Lanes, r: str) -> str:
    low = lanes.constant(-_LARGEST_REST)
    r = _at_most(lanes, r, _LARGEST_REST)
    return lanes.select(lanes.compare("olt", r, low), low, r)


def _at_most(lanes: Lanes, x: str, bound: float) -> str:
    """The lesser of both, and NaN where x is."""
    high = lanes.constant(bound)
    return lanes.select(lanes.compare("ogt", x, high), high, x)


def _subtract_product(lanes: Lanes, r: str, n: str, part: float) -> str:
    """r − n · part, the product not rounded."""
    if lanes.target.isa.fma:
        return lanes.multiply_add(lanes.negate(n), lanes.constant(part), r)
    # Dekker's product: both factors in halves, whose products are exact; n · part = product + error.
    scaled = part * (2.0**27 + 1.0)
    part_high = scaled - (scaled - part)
    part_low = part - part_high
    upper_bits = lanes.integer_constant(-(1 << 27))
    n_high = lanes.from_bits(lanes.integer_operation("and", lanes.bits(n), upper_bits))
    n_low = lanes.subtract(n, n_high)
    product = lanes.multiply(n, lanes.constant(part))
    error = lanes.subtract(lanes.multiply(n_high, lanes.constant(part_high)), product)
    error = lanes.add(error, lanes.multiply(n_high, lanes.constant(part_low)))
    error = lanes.add(error, lanes.multiply(n_low, lanes.constant(part_high)))
    error = lanes.add(error, lanes.multiply(n_low, lanes.constant(part_low)))
    return lanes.subtract(lanes.subtract(r, product), error)


def _with_sign(lanes: Lanes, value: str, sign: str) -> str:
    """Minus the value where the bit of the sign is set."""
    return lanes.from_bits(lanes.integer_operation("xor", lanes.bits(value), sign))
