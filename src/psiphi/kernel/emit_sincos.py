"""Sine and cosine of a vector of angles, written as arithmetic.

The angle is reduced to r = x − n π/2 with |r| ≤ π/4 by subtracting π/2 in three parts (Cody and Waite), and
polynomials in r² give both functions; the quadrant n mod 4 decides their places and signs.

Errors are below 1.5 units in the last place for |x| ≤ 1e5, and below 1e-14 (in single precision 3e-7) up to
2⁵⁰.  Beyond, where neighbouring doubles are a good part of a turn apart, the results are finite, and mean
nothing.  Where the angle is not finite, both are NaN.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from psiphi.kernel.emit_lanes import Lanes
from psiphi.kernel.target import Precision

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

    Some angles at a time stand side by side in one wide vector, which LLVM cuts into registers.
    """
    results: list[str] = []
    for start in range(0, len(angles), lanes.target.angles):
        some = angles[start : start + lanes.target.angles]
        wide = Lanes(lanes.writer, lanes.target.times(len(some)), lanes.precision)
        for sine, cosine in zip(
            *(lanes.split(function, len(some)) for function in _sincos(wide, lanes.join(some))), strict=True
        ):
            results += (sine, cosine)
    return results


def _sincos(lanes: Lanes, angle: str) -> tuple[str, str]:
    """The names of sin and cos of an angle."""
    writer = lanes.writer
    if lanes.precision is Precision.DOUBLE:
        quadrant, r = _reduce(lanes, angle, parts=3)
    else:
        # Single precision has too few bits for n π/2 near its multiples: double has them to spare.
        double = Lanes(writer, lanes.target, Precision.DOUBLE)
        wide = writer.assign(f"fpext {lanes.type} {angle} to {double.type}")
        wide_quadrant, wide_r = _reduce(double, wide, parts=2)
        quadrant = writer.assign(f"trunc {double.integer} {wide_quadrant} to {lanes.integer}")
        r = writer.assign(f"fptrunc {double.type} {wide_r} to {lanes.type}")

    square = lanes.multiply(r, r)
    sine = lanes.multiply_add(
        _polynomial(lanes, _SINE[lanes.precision], square), lanes.multiply(square, r), r
    )
    inner = lanes.multiply_add(
        _polynomial(lanes, _COSINE[lanes.precision], square), square, lanes.constant(-0.5)
    )
    cosine = lanes.multiply_add(inner, square, lanes.constant(1.0))

    # In odd quadrants the functions change places; the lowest bit becomes the sign, which is what blends
    # read. The sine is negative in quadrants 2 and 3, the cosine in 1 and 2.
    sign_place = 8 * lanes.precision.size - 1
    odd_bit = lanes.integer_operation("shl", quadrant, lanes.integer_constant(sign_place))
    odd = writer.assign(f"icmp slt {lanes.integer} {odd_bit}, {lanes.integer_constant(0)}")
    second_bit = lanes.integer_operation("shl", quadrant, lanes.integer_constant(sign_place - 1))
    sign = lanes.integer_operation("and", second_bit, lanes.integer_constant(-(1 << sign_place)))
    return (
        _with_sign(lanes, lanes.select(odd, cosine, sine), sign),
        _with_sign(lanes, lanes.select(odd, sine, cosine), lanes.integer_operation("xor", sign, odd_bit)),
    )


def _reduce(lanes: Lanes, x: str, parts: int) -> tuple[str, str]:
    """n, whose lowest bits are the quadrant, and r = x − n π/2, which is NaN where x is not finite."""
    rounder = lanes.constant(_ROUNDER)
    shifted = lanes.multiply_add(x, lanes.constant(2.0 / math.pi), rounder)
    n = lanes.subtract(shifted, rounder)
    r = x
    for part in _HALF_PI[:parts]:
        r = _subtract_product(lanes, r, n, part)
    high, low = lanes.constant(_LARGEST_REST), lanes.constant(-_LARGEST_REST)
    r = lanes.select(lanes.compare("ogt", r, high), high, r)
    r = lanes.select(lanes.compare("olt", r, low), low, r)
    return lanes.bits(shifted), r


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


def _polynomial(lanes: Lanes, coefficients: tuple[float, ...], x: str) -> str:
    """Horner's scheme; the constant coefficient comes first."""
    result = lanes.constant(coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        result = lanes.multiply_add(result, x, lanes.constant(coefficient))
    return result


def _with_sign(lanes: Lanes, value: str, sign: str) -> str:
    """Minus the value where the bit of the sign is set."""
    return lanes.from_bits(lanes.integer_operation("xor", lanes.bits(value), sign))
