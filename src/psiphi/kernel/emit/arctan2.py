"""The angle of a point, arctan2(y, x), of vectors, written as arithmetic.

With t the lesser of |x| and |y| over the greater, arctan t = t + t³ A(t²) is the angle to the nearer axis,
which is added to or subtracted from that of the axis: 0, π/2 or π. The sign is that of y.

Errors are below 2 units in the last place. Zeros have no sign, so that (−1, −0) is at π like (−1, 0), and the
origin is at 0. Where a coordinate is NaN the angle is NaN, as it is where both are infinite.
"""

from __future__ import annotations

from psiphi.kernel.code.target import Precision
from psiphi.kernel.emit.lanes import Lanes

# π = the sum of these: the nearest number of the precision, and the nearest to what it leaves.
_PI = {
    Precision.DOUBLE: (3.141592653589793, 1.2246467991473532e-16),
    Precision.SINGLE: (3.1415927410125732, -8.742277657347586e-08),
}
# Minimax polynomials A on [0, 1]; the relative error of t + t³ A(t²) is 2⁻⁵⁷ and 2⁻³¹.
_ARCTANGENT = {
    Precision.DOUBLE: (
        -0.33333333333333068052,
        0.19999999999951458309,
        -0.14285714282575017591,
        0.11111111007024422205,
        -0.090909070029758282736,
        0.076922798392586687438,
        -0.066664040583059934802,
        0.058805278240650424318,
        -0.052535186146761403445,
        0.047223224850694105361,
        -0.042191797929506242263,
        0.036641930370262314271,
        -0.029903892700905789652,
        0.021984899087264963721,
        -0.013900606351779006004,
        0.0071965380107115198877,
        -0.0028849373625399480391,
        0.00083132884359413805789,
        -0.0001521624441888554537,
        0.000013225239505673864878,
    ),
    Precision.SINGLE: (
        -0.33333326900696774069,
        0.19999671163489728274,
        -0.14279833519834783956,
        0.11058226316698617773,
        -0.088110998593067037689,
        0.067416139106175693328,
        -0.044690149267039856579,
        0.022540024007507916987,
        -0.0073180229484299522021,
        0.0011138008106038878389,
    ),
}


def arctan2(lanes: Lanes, y: str, x: str) -> str:
    """Write the angle of the point (x, y), in (−π, π]."""
    zero = lanes.constant(0.0)
    high, wide = lanes.absolute(y), lanes.absolute(x)
    steep = lanes.compare("ogt", high, wide)
    low, great = lanes.select(steep, wide, high), lanes.select(steep, high, wide)
    # At the origin t is 0 / 1.
    origin = lanes.compare("oeq", great, zero)
    t = lanes.divide(low, lanes.select(origin, lanes.constant(1.0), great))
    square = lanes.multiply(t, t)
    *terms, total = map(lanes.constant, _ARCTANGENT[lanes.precision])
    for term in reversed(terms):
        total = lanes.multiply_add(total, square, term)
    angle = lanes.multiply_add(lanes.multiply(t, square), total, t)
    # The angle is axis + ±angle: 0 + angle, π/2 − angle, π/2 + angle or π − angle.
    left = lanes.compare("olt", x, zero)
    backward = lanes.writer.assign(f"xor {lanes.truth} {steep}, {left}")
    signed = lanes.select(backward, lanes.negate(angle), angle)
    upper, lower = (
        lanes.select(
            steep,
            lanes.constant(part / 2.0),
            lanes.select(left, lanes.constant(part), zero),
        )
        for part in _PI[lanes.precision]
    )
    turned = lanes.add(upper, lanes.add(lower, signed))
    return lanes.select(lanes.compare("olt", y, zero), lanes.negate(turned), turned)
