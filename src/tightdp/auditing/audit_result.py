"""What an audit saw and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.accounting import Answer
from tightdp.auditing.audit_verdict import AuditVerdict
from tightdp.auditing.clopper_pearson import upper_rates
from tightdp.auditing.lower_end import least_chance, lower_end
from tightdp.auditing.threshold_test import ThresholdTest


@dataclass(frozen=True)
class AuditResult:
    """``eps >= log((1 - delta - FNR) / FPR)`` with both error rates at their upper ends.

    The bound is one-sided. It says that the mechanism, as it was run, is not (eps, delta)-private for any smaller
    eps; a small number says nothing in the mechanism's favour, since another pair of data sets or a better test may
    show more. Confidence is over the audit's own randomness: whatever the mechanism, an audit with these settings
    reports more than the true epsilon with probability at most ``1 - confidence``. Repeat an audit and keep the
    largest number, and that no longer holds.

    Parameters
    ----------
    delta
        delta in [0, 1).
    confidence
        Probability in (0, 1).
    runs
        Runs on each of the two data sets, those that chose the test included.
    counted
        Runs on each data set, after the test was chosen, in which its errors were counted.
    false_negatives
        How often the test missed x among ``counted`` runs on x.
    false_positives
        How often it said x among ``counted`` runs on x'.
    test
        The test.
    direction
        Which two data sets, in words.
    batches
        Where batches came from: ``"scheme"``, its sampler; ``"law"``, the law of the number of changed records.
    seed
        The seed; the same seed gives the same result.
    """

    delta: float
    confidence: float
    runs: int
    counted: int
    false_negatives: int
    false_positives: int
    test: ThresholdTest
    direction: str
    batches: str
    seed: int

    @property
    def epsilon(self) -> float:
        """The lower end of epsilon, in nats; 0 where nothing is shown."""
        return lower_end(self._errors, self.counted, self.delta, 1.0 - self.confidence)

    @property
    def false_negative_rate(self) -> float:
        """Share of the runs on x in which the test missed it."""
        return self.false_negatives / self.counted

    @property
    def false_positive_rate(self) -> float:
        """Share of the runs on x' in which the test said x."""
        return self.false_positives / self.counted

    @property
    def false_negative_upper(self) -> float:
        """Upper end of the false negative rate."""
        return self._upper(self.false_negatives)

    @property
    def false_positive_upper(self) -> float:
        """Upper end of the false positive rate."""
        return self._upper(self.false_positives)

    @property
    def _errors(self) -> tuple[int, int]:
        return self.false_negatives, self.false_positives

    def _upper(self, count: int) -> float:
        return float(upper_rates(count, self.counted, 0.5 * (1.0 - self.confidence))[0])

    def chance(self, epsilon: float) -> float:
        """A bound on the probability of so few errors, or fewer, in a mechanism that is (epsilon, delta)-private.

        Parameters
        ----------
        epsilon
            eps >= 0 in nats.
        """
        return least_chance(self._errors, self.counted, self.delta, epsilon)

    def consistent_with(self, claim: Answer | float) -> AuditVerdict:
        """Whether the lower end is at most what is claimed at the same delta.

        Parameters
        ----------
        claim
            An answer, of which the upper end counts, or an epsilon in nats.

        Returns
        -------
        AuditVerdict
            True in an ``if`` when it fits; its text says how far off it is, and how likely that is by chance.
        """
        claimed = claim.epsilon(self.delta).upper if isinstance(claim, Answer) else float(claim)
        return AuditVerdict(self.epsilon, claimed, self.chance(claimed), self.confidence)

    def as_dict(self) -> dict[str, object]:
        """Everything, ready for JSON."""
        return {
            "epsilon": {"lower": self.epsilon},
            "delta": self.delta,
            "confidence": self.confidence,
            "runs": self.runs,
            "counted": self.counted,
            "false_negatives": self.false_negatives,
            "false_positives": self.false_positives,
            "false_negative_rate": {"seen": self.false_negative_rate, "upper": self.false_negative_upper},
            "false_positive_rate": {"seen": self.false_positive_rate, "upper": self.false_positive_upper},
            "threshold": self.test.threshold,
            "says_x": "at and above" if self.test.above else "at and below",
            "direction": self.direction,
            "batches": self.batches,
            "seed": self.seed,
        }
