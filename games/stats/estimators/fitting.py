"""Fitting the model: variances on the latest games, then effects on all of them."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from games.stats.estimators.design import Design
from games.stats.estimators.observations import Array, Observations
from games.stats.estimators.solving import solve

ENGINE = "worth-mixed-model"
VERSION = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """prior_sd is that of faction and position effects in VP; `probes` random vectors estimate a trace."""

    prior_sd: float = 30.0
    games_for_variances: int = 20_000
    most_updates: int = 40
    probes: int = 8
    seed: int = 1886
    tolerance: float = 1e-6
    # Both of the noise's standard deviation. Where mastery explains everything their ratio would grow without end,
    # until numbers of this size no longer tell one from the other.
    smallest_mastery: float = 1e-2
    largest_mastery: float = 1e3
    # VP are whole numbers, and nothing is known better than to the half of one.
    smallest_noise: float = 1 / 12
    start_noise_sd: float = 12.0
    start_mastery_sd: float = 3.0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def mastery_range(self, noise: float) -> tuple[float, float]:
        """The least and the greatest variance of mastery beside this one of the noise."""
        return noise * self.smallest_mastery**2, noise * self.largest_mastery**2


@dataclass(frozen=True, slots=True)
class Variances:
    """`freedom` are the degrees of freedom left for the noise; without any its size is unknown."""

    noise: float
    mastery: float
    freedom: float

    @property
    def ridge(self) -> float:
        return self.noise / self.mastery

    def weak(self, settings: Settings) -> float:
        return self.noise / settings.prior_sd**2


@dataclass(frozen=True, slots=True)
class Fit:
    """`effects` of `labels` (name, code) with their covariance; `residuals` are what mastery and noise leave of
    each usable row, centred within its game. `rows` says which of the observations those rows are.
    """

    labels: list[tuple[str, int]]
    effects: Array
    covariance: Array
    variances: Variances
    games: int
    players: int
    rows: Array
    residuals: Array

    @property
    def noise_sd(self) -> float | None:
        """None when nothing is left to tell it by."""
        return float(np.sqrt(self.variances.noise)) if self.variances.freedom > 0 else None

    @property
    def mastery_sd(self) -> float:
        return float(np.sqrt(self.variances.mastery))

    @property
    def freedom(self) -> float:
        return self.variances.freedom

    def positions(self, name: str) -> list[int]:
        return [number for number, (label, _) in enumerate(self.labels) if label == name]


@dataclass(frozen=True, slots=True)
class _Solution:
    effects: Array
    inverse: Array
    mastery: Array
    many: Array
    through: Array


def fit_worths(
    observed: Observations,
    settings: Settings = Settings(),  # noqa: B008 - immutable
    *,
    variances: Variances | None = None,
) -> Fit | None:
    """None when no two known players ever met with factions. `variances` of a wider fit may be given."""
    usable, rows = observed.usable()
    if not len(usable):
        return None
    if variances is None:
        variances = find_variances(Design(usable.latest(settings.games_for_variances)), settings)
    design = Design(usable)
    solution, _ = _solve(design, variances, settings, tolerance=settings.tolerance)
    explained = design.few @ solution.effects + solution.many[: design.players][design.player]
    return Fit(
        labels=design.few_labels,
        effects=solution.effects,
        covariance=solution.inverse * variances.noise,
        variances=variances,
        games=len(design.starts),
        players=design.players,
        rows=rows,
        residuals=design.centred((usable.vp - explained)[:, None])[:, 0],
    )


def _solve(
    design: Design,
    variances: Variances,
    settings: Settings,
    *,
    tolerance: float,
    probes: Array | None = None,
    start: Array | None = None,
) -> tuple[_Solution, Array]:
    """The few effects by the Schur complement: players and mastery are solved for each of them, and for the VP.

    `probes` are further right-hand sides; their solutions are the last columns of the second answer.
    """
    few = design.centred(design.few.toarray())
    vp = design.centred(design.observed.vp.astype(np.float64)[:, None])
    right = design.down_many(np.hstack((few, vp)))
    if probes is not None:
        right = np.hstack((right, probes))
    ridge = variances.ridge
    solved = solve(
        lambda values: design.normal(values, ridge),
        lambda values: design.preconditioned(values, ridge),
        right,
        start,
        tolerance=tolerance,
    )
    count = few.shape[1]
    through, alone = solved[:, :count], solved[:, count]
    schur = design.down_few(few) - right[:, :count].T @ through
    schur[np.diag_indices(count)] += variances.weak(settings)
    inverse = np.linalg.inv((schur + schur.T) / 2)
    effects = inverse @ (design.down_few(vp)[:, 0] - right[:, :count].T @ alone)
    many = alone - through @ effects
    return _Solution(effects, inverse, many[design.players :], many, through), solved


def find_variances(design: Design, settings: Settings) -> Variances:
    """Fellner and Schall: each variance is the sum of squares of its effects over their effective number.

    That converges slowly where there is little mastery, so each step is prolonged by what the last two foretell.
    """
    rng = np.random.default_rng(settings.seed)
    probes = np.zeros((design.players + design.cells, settings.probes))
    probes[design.players :] = rng.choice((-1.0, 1.0), size=(design.cells, settings.probes))
    vp = design.centred(design.observed.vp.astype(np.float64)[:, None])[:, 0]
    variances = Variances(settings.start_noise_sd**2, settings.start_mastery_sd**2, 1.0)
    start, before = None, None
    for _ in range(settings.most_updates):
        solution, start = _solve(design, variances, settings, tolerance=1e-4, probes=probes, start=start)
        updated = _updated(design, variances, settings, solution, start[:, -settings.probes :], probes, vp)
        moved = float(np.log(variances.ridge / updated.ridge))
        if updated.freedom <= 0 or (
            abs(moved) < 0.01 and abs(np.log(updated.noise / variances.noise)) < 0.002
        ):
            return updated
        further = 0.0
        if before and 0 < moved / before < 1:
            further = float(np.clip(moved * moved / (before - moved), -3, 3))
        before = moved
        smallest, largest = settings.mastery_range(updated.noise)
        if updated.mastery <= smallest and variances.mastery <= smallest:
            return updated
        prolonged = updated.mastery * float(np.exp(further))
        variances = replace(updated, mastery=min(max(prolonged, smallest), largest))
        before = None if further else before
    return variances


def _updated(
    design: Design,
    variances: Variances,
    settings: Settings,
    solution: _Solution,
    answers: Array,
    probes: Array,
    vp: Array,
) -> Variances:
    rows = len(design.observed) - len(design.starts)
    players = design.players
    of_mastery = solution.through[players:]
    trace = float((probes[players:] * answers[players:]).sum() / settings.probes)
    trace += float(((of_mastery @ solution.inverse) * of_mastery).sum())
    # The estimate is a little random; the number itself lies between these two.
    mastery_freedom = min(max(design.cells - variances.ridge * trace, 1e-3), float(design.cells))
    few_freedom = len(solution.effects) - variances.weak(settings) * float(np.trace(solution.inverse))
    freedom = rows - design.free_players - few_freedom - mastery_freedom
    if freedom < 1e-6 * rows or rows == design.free_players:
        # Every difference is explained: nothing is left to tell the noise by, and nothing needs shrinking.
        return Variances(1e-6, 1e-12, 0.0)
    fitted = design.few @ solution.effects + design.many @ solution.many
    rest = vp - design.centred(fitted[:, None])[:, 0]
    noise = max(float(rest @ rest) / freedom, settings.smallest_noise)
    mastery = float(solution.mastery @ solution.mastery) / mastery_freedom
    smallest, largest = settings.mastery_range(noise)
    return Variances(noise, min(max(mastery, smallest), largest), freedom)
