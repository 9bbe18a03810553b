"""What columns are made of."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def narrow(values: Array, *, to: Any) -> Array:
    """As small a type as holds every value; somebody may confirm a sheet with absurd numbers."""
    limits = np.iinfo(to)
    if values.size and (values.min() < limits.min or values.max() > limits.max):
        return values
    return values.astype(to)
