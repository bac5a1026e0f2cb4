"""A concrete mechanism that really loses as much as a lower end says."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tightdp.mechanisms import AbstractMechanism
from tightdp.pairs.pair import Array
from tightdp.schemes.batch_laws import AbstractBatchLaws, Floats
from tightdp.transport.output_laws import AbstractOutputLaw, output_law


@dataclass(frozen=True, eq=False)
class Witness:
    """A function of the batch, released by the mechanism: it keeps to the guarantee and can be run.

    Parameters
    ----------
    mechanism
        The mechanism. Additive noise is added to the function; randomised response answers by it; for a black box it
        is the probability of the output 1, the other output being 0.
    laws
        The laws of the batch.
    values
        The function's value on each class of batches, ``(k,)``.
    origin
        Where it comes from, in words.
    """

    mechanism: AbstractMechanism
    laws: AbstractBatchLaws
    values: Floats
    origin: str

    @property
    def _output(self) -> AbstractOutputLaw:
        return output_law(self.mechanism)

    def value(self, batch: Iterable[object]) -> float:
        """The function's value for a batch.

        Parameters
        ----------
        batch
            Labels of its records, or the name of a type.
        """
        return float(self.values[self.laws.class_of(batch)])

    def sample(self, batch: Iterable[object], rng: np.random.Generator) -> float:
        """One output for a batch.

        Parameters
        ----------
        batch
            Labels of its records, or the name of a type.
        rng
            Source of randomness.
        """
        return float(self._output.sample(np.array([self.value(batch)]), rng)[0])

    def outputs(self, data_set: str, runs: int, rng: np.random.Generator) -> Array:
        """Outputs of many independent runs, each on a batch drawn by the law, ``(runs,)``.

        Parameters
        ----------
        data_set
            ``"x"`` or ``"other"``.
        runs
            How many.
        rng
            Source of randomness.
        """
        classes = self.laws.classes
        law = classes.p if data_set == "x" else classes.q
        drawn = rng.choice(len(law), size=runs, p=law / law.sum())
        return self._output.sample(self.values[drawn], rng)

    def _merged(self) -> tuple[Floats, Floats, Floats]:
        """Different values and their probabilities under x and under x'."""
        classes = self.laws.classes
        used = (classes.p > 0.0) | (classes.q > 0.0)
        values, at = np.unique(self.values[used], return_inverse=True)
        p, q = (np.zeros(len(values)), np.zeros(len(values)))
        np.add.at(p, at, classes.p[used])
        np.add.at(q, at, classes.q[used])
        return values, p, q

    def delta(self, epsilon: float) -> float:
        """``H_(e^eps)(x || x')`` of this mechanism on this scheme, from below.

        Parameters
        ----------
        epsilon
            eps in nats, of either sign.
        """
        values, p, q = self._merged()
        return min(max(self._output.positive_part(values, p - math.exp(epsilon) * q), 0.0), 1.0)

    def losses(self, outputs: Array) -> Array:
        """The privacy loss of outputs, ``log dP/dQ``: the best score a test can use, ``(n,)``.

        Parameters
        ----------
        outputs
            Outputs of runs, ``(n,)``.
        """
        values, p, q = self._merged()
        with np.errstate(divide="ignore"):
            rows = np.array([self._output.log_density(outputs, float(value)) for value in values])
            sides = [np.logaddexp.reduce(rows + np.log(law)[:, None], axis=0) for law in (p, q)]
        with np.errstate(invalid="ignore"):
            return sides[0] - sides[1]
