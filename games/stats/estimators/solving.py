"""Conjugate gradients for several right-hand sides at once."""

from collections.abc import Callable

import numpy as np

from games.stats.estimators.observations import Array


def solve(
    product: Callable[[Array], Array],
    precondition: Callable[[Array], Array],
    right: Array,
    start: Array | None = None,
    *,
    tolerance: float,
    most_steps: int = 500,
) -> Array:
    """`x` with product(x) = right, column by column; the sizes of the residuals say when it is enough.

    The matrix may be singular as long as the right-hand sides lie in its range: what cannot be told is left at
    its start.
    """
    answer = np.zeros_like(right) if start is None else start.copy()
    residual = right - product(answer) if start is not None else right.copy()
    limit = tolerance * np.sqrt((right * right).sum(axis=0))
    guided = precondition(residual)
    direction = guided
    strength = (residual * guided).sum(axis=0)
    for _ in range(most_steps):
        if (np.sqrt((residual * residual).sum(axis=0)) <= limit).all():
            break
        image = product(direction)
        curvature = (direction * image).sum(axis=0)
        # A column that is solved exactly has nowhere left to go.
        step = np.divide(strength, curvature, out=np.zeros_like(strength), where=curvature > 0)
        answer += step * direction
        residual -= step * image
        guided = precondition(residual)
        before, strength = strength, (residual * guided).sum(axis=0)
        turn = np.divide(strength, before, out=np.zeros_like(strength), where=before > 0)
        direction = guided + turn * direction
    return answer
