"""What is known of Gaussian variables once some of them have been seen: estimation without any recursion."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from psiphi.frozen import frozen

Array = NDArray[np.float64]


@frozen
class Gaussian:
    """Jointly Gaussian variables: their mean (n,) and covariance (n, n)."""

    mean: Array
    covariance: Array

    def given(self, seen: Array, values: Array) -> Gaussian:
        """The same variables once seen·x = values is known: E[x | y] and the covariance that is left.

        x̂ = x̄ + C seen* (seen C seen*)⁻¹ (values − seen x̄), C′ = C − C seen* (seen C seen*)⁻¹ seen C.
        """
        if not len(seen):
            return self
        gain = np.linalg.solve(seen @ self.covariance @ seen.T, seen @ self.covariance).T
        innovation = values - seen @ self.mean
        return Gaussian(self.mean + gain @ innovation, self.covariance - gain @ seen @ self.covariance)
