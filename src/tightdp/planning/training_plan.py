"""A training run in the words of its loop."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, NoReturn

from tightdp.accounting import Answer, Program, Step, account
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.mechanisms import Gaussian
from tightdp.numerics.checks import below_one, whole
from tightdp.planning.caution import delta_caution, epsilon_caution, group_caution
from tightdp.planning.not_your_sampler import NotYourSampler
from tightdp.planning.plan_check import PlanCheck
from tightdp.planning.plan_inputs import check_plan
from tightdp.planning.plan_words import plan_assumptions, plan_reasons
from tightdp.planning.shuffle_floor import ShuffleFloor
from tightdp.relations import AddRemove, Substitute
from tightdp.schemes import (
    AbstractScheme,
    FullBatch,
    Poisson,
    RandomAllocation,
    TruncatedPoisson,
    WithoutReplacement,
    WithReplacement,
)

Sampling = Literal["poisson", "without-replacement", "with-replacement", "random-allocation", "full-batch", "shuffled"]
Neighbours = Literal["add-remove", "substitute"]
Divisor = Literal["public", "dataset-size"]


@dataclass(frozen=True, kw_only=True)
class TrainingPlan:
    """``q = B / n`` and ``T`` from sizes and epochs, each with its reason; a value to calibrate, run and report with.

    Parameters
    ----------
    dataset_size
        n, the number of records; of users where ``users_per_round`` is given. A public number.
    sampling
        How the loader draws: ``"poisson"``, ``"without-replacement"``, ``"with-replacement"``, ``"random-allocation"``
        (each record in one update of a pass), ``"full-batch"`` or ``"shuffled"`` (once per epoch, then cut). Naming it
        states that batches are drawn so, afresh and in secret.
    neighbours
        Who may differ: ``"add-remove"`` or ``"substitute"``.
    noise_multiplier
        sigma, standard deviation of the noise on the sum over the clip norm; ``None`` while it is looked for.
    batch_size
        Records that one worker loads at a time; with Poisson sampling on average.
    epochs
        Passes over the data; or give ``updates``.
    updates
        Noisy releases in all; rounds in federated training.
    gradient_accumulation
        Loads that one noisy release adds up.
    workers
        Workers that one noisy release adds up.
    drop_last
        Whether an epoch drops its last, incomplete batch; needed where the batches do not divide the data.
    users_per_round
        Users of a round, in place of ``batch_size``: the unit is then a user.
    records_per_user
        Most records of one user, the group size. The caller must enforce it.
    records_per_clip
        Records whose mean is clipped as one (a microbatch); above 1 one record moves a sum by twice the clip norm.
    largest_rate
        Rate of the record that a weighted Poisson sampler draws most often.
    largest_batch
        A cap that cuts Poisson batches at random; the guarantee then depends on ``dataset_size``.
    divisor
        ``"public"`` if the sum is divided by a public constant, ``"dataset-size"`` if by one counted from the data.
    secret_batches
        Whether nobody sees who is in a batch; otherwise nothing is gained from sampling.
    delta
        delta in [0, 1) of the plan.
    target_epsilon
        The epsilon >= 0 that the plan is made for, in nats.

    Raises
    ------
    InvalidInput
        If a field is out of range, or two of them contradict each other.

    Examples
    --------
    >>> plan = TrainingPlan(
    ...     dataset_size=14732, batch_size=64, gradient_accumulation=16, epochs=3, drop_last=True,
    ...     sampling="poisson", neighbours="add-remove", noise_multiplier=0.901,
    ... )
    >>> plan.steps, round(plan.rate, 4)
    (42, 0.0695)
    >>> print(plan.reasons[2])
    steps 42 = 3 epochs x 14 updates; the last, incomplete batch of an epoch is dropped (otherwise 45)
    >>> round(plan.account().epsilon(2e-5).upper, 2)
    4.0
    """

    dataset_size: int
    sampling: Sampling
    neighbours: Neighbours
    noise_multiplier: float | None = None
    batch_size: int | None = None
    epochs: int | None = None
    updates: int | None = None
    gradient_accumulation: int = 1
    workers: int = 1
    drop_last: bool | None = None
    users_per_round: int | None = None
    records_per_user: int = 1
    records_per_clip: int = 1
    largest_rate: float | None = None
    largest_batch: int | None = None
    divisor: Divisor = "public"
    secret_batches: bool = True
    delta: float | None = None
    target_epsilon: float | None = None

    def __post_init__(self) -> None:
        check_plan(self)

    @property
    def effective_batch(self) -> int:
        """Records (or users) that one noisy release is about, on average with Poisson sampling."""
        if self.sampling == "full-batch":
            return self.dataset_size
        return (self.batch_size or self.users_per_round or 0) * self.gradient_accumulation * self.workers

    @property
    def updates_per_epoch(self) -> tuple[int, int]:
        """Batches in an epoch with the last, incomplete one, and without it."""
        whole_batches, rest = divmod(self.dataset_size, self.effective_batch)
        return whole_batches + bool(rest), max(whole_batches, 1)

    @property
    def steps(self) -> int:
        """T, the number of noisy releases."""
        if self.updates is not None:
            return self.updates
        return (self.epochs or 0) * self.batches_per_epoch

    @property
    def batches_per_epoch(self) -> int:
        """Batches of an epoch; random allocation leaves the last, incomplete one out unless told otherwise."""
        kept, dropped = self.updates_per_epoch
        by_default = self.sampling == "random-allocation" and self.drop_last is None
        return dropped if self.drop_last or by_default else kept

    @property
    def rate(self) -> float:
        """Probability that a record is in a batch: the rate of Poisson sampling, otherwise for information.

        Raises
        ------
        CannotAnswer
            If the loader has none.
        """
        if self.sampling == "full-batch" or not self.secret_batches:
            return 1.0
        if self.sampling == "shuffled":
            self._refuse_shuffling()
        if self.largest_rate is not None:
            return float(self.largest_rate)
        if self.sampling == "random-allocation":
            return 1.0 / self.batches_per_epoch
        if self.sampling == "with-replacement":
            return 1.0 - (1.0 - 1.0 / self.dataset_size) ** self.effective_batch
        return self.effective_batch / self.dataset_size

    @property
    def scheme(self) -> AbstractScheme:
        """How a step draws its batch.

        Raises
        ------
        CannotAnswer
            If nothing is proven for the loader: shuffling, and batches that are cut unless plain Poisson sampling
            draws them in secret.
        """
        if self.sampling == "shuffled":
            self._refuse_shuffling()
        if self.largest_batch is not None:
            return self._cut(self.largest_batch)
        if not self.secret_batches:
            self._refuse_seen_batches()
        if not self.secret_batches or self.sampling == "full-batch":
            return FullBatch()
        if self.sampling == "poisson":
            return Poisson(self.rate)
        if self.sampling == "random-allocation":
            return RandomAllocation(self.batches_per_epoch)
        kind = WithoutReplacement if self.sampling == "without-replacement" else WithReplacement
        return kind(self.dataset_size, self.effective_batch)

    def _cut(self, most: int) -> TruncatedPoisson:
        """Whether a record is used depends on who else was drawn, and the proof wants all of them drawn alike."""
        if self.sampling != "poisson" or self.largest_rate is not None or not self.secret_batches:
            raise CannotAnswer(
                f"batches cut at {most} records",
                "whether a record is used then depends on who else was drawn, unless all are drawn alike and in secret",
                "sampling='poisson' with one rate, or load a large batch in several parts and add them up before the "
                "noise (gradient_accumulation)",
            )
        return TruncatedPoisson(self.rate, most, self.dataset_size)

    def _refuse_seen_batches(self) -> None:
        """A record that is seen to enter a batch must do no more to it than to be added, or replaced."""
        crowded = self.sampling == "without-replacement" and self.neighbours == "add-remove"
        if crowded or self.sampling == "with-replacement":
            raise CannotAnswer(
                f"batches drawn {self.sampling} that are not secret, under {self.neighbours}",
                "a record that enters such a batch pushes another one out, or enters it more than once",
                "keep who is in a batch secret, or use sampling='poisson'",
            )

    def _refuse_shuffling(self) -> NoReturn:
        raise CannotAnswer(
            "a shuffled data set that is cut into batches",
            "its batches depend on each other, and the Poisson number can be far too small for it",
            "a loader that draws each batch afresh (sampling='poisson'), or the numbers around it: not_your_sampler()",
        )

    @property
    def mechanism(self) -> Gaussian:
        """Gaussian noise against one record's contribution.

        Raises
        ------
        InvalidInput
            If the noise multiplier is not known yet.
        """
        if self.noise_multiplier is None:
            raise InvalidInput("noise_multiplier", None, "given, or found by calibrate_plan")
        if self.records_per_clip > 1:
            return Gaussian(self.noise_multiplier / 2.0, substitution_sensitivity=1.0)
        return Gaussian(self.noise_multiplier)

    @property
    def relation(self) -> AddRemove | Substitute:
        """Who may differ, in groups of ``records_per_user``."""
        return {"add-remove": AddRemove, "substitute": Substitute}[self.neighbours](self.records_per_user)

    @property
    def program(self) -> Program:
        """The run as steps; ``CannotAnswer`` if nothing is proven for the loader.

        Raises
        ------
        CannotAnswer
            If the divisor gives the private number of records away.
        """
        if self.divisor == "dataset-size" and self.neighbours == "add-remove":
            raise CannotAnswer(
                "a mean whose divisor is counted from the data, under add/remove",
                "the divisor shows how many records there are, in every coordinate, and no noise on the sum hides that",
                "divide by a public constant such as the expected batch size, or ask under substitution",
            )
        return self._taken(self.steps)

    def _taken(self, updates: int) -> Program:
        """So many updates; those of random allocation come in whole passes."""
        per_step = self.batches_per_epoch if self.sampling == "random-allocation" else 1
        return -(-updates // per_step) * Step(self.mechanism, self.scheme)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Batch, rate, steps and group size, each with its reason."""
        return plan_reasons(self)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the numbers take for granted and only the user can make true."""
        return plan_assumptions(self)

    def account(self, *, rtol: float = 1e-3) -> Answer:
        """The answer for the whole plan.

        Parameters
        ----------
        rtol
            As for :func:`tightdp.account`.
        """
        return account(self.program, self.relation, rtol=rtol)

    def warnings(self, epsilon: float | None = None) -> tuple[str, ...]:
        """A sentence for each thing that may not have been meant.

        Parameters
        ----------
        epsilon
            Upper end of the plan's epsilon in nats, if it is known.
        """
        found = (
            "" if self.delta is None else delta_caution(self.delta, self.dataset_size),
            group_caution(self.records_per_user, self.effective_batch),
            "" if epsilon is None else epsilon_caution(epsilon),
        )
        return tuple(sentence for sentence in found if sentence)

    def check(self, actual_updates: int, *, delta: float | None = None, rtol: float = 1e-3) -> PlanCheck:
        """What a run of this many updates spent, beside the plan.

        Parameters
        ----------
        actual_updates
            Noisy releases that the run made, >= 0.
        delta
            delta in [0, 1); the plan's by default.
        rtol
            As for :func:`tightdp.account`.
        """
        share, actual = self._delta(delta), whole("actual_updates", actual_updates, 0)
        program = self._taken(actual)
        planned = self.account(rtol=rtol).epsilon(share)
        spent = planned if actual == self.steps else account(program, self.relation, rtol=rtol).epsilon(share)
        return PlanCheck(self.steps, actual, share, spent, planned, self.target_epsilon)

    def not_your_sampler(self, *, delta: float | None = None, rtol: float = 1e-3) -> NotYourSampler:
        """For a shuffled loader: the Poisson number, the number without amplification, and what it leaks at least.

        Parameters
        ----------
        delta
            delta in [0, 1); the plan's by default.
        rtol
            As for :func:`tightdp.account`.

        Raises
        ------
        InvalidInput
            If the loader does not shuffle: then :meth:`account` has its own number.
        """
        if self.sampling != "shuffled":
            raise InvalidInput(
                "sampling", self.sampling, "'shuffled' to ask for this", "Ask account() for its own number"
            )
        share = self._delta(delta)
        passes = -(-self.steps // self.batches_per_epoch)
        poisson = self.steps * Step(self.mechanism, Poisson(self.effective_batch / self.dataset_size))
        once = passes * Step(self.mechanism, FullBatch())
        substituted = self.neighbours == "substitute"
        return NotYourSampler(
            share,
            account(poisson, self.relation, rtol=rtol).epsilon(share),
            account(once, self.relation, rtol=rtol).epsilon(share),
            self._floor(substituted=substituted).epsilon(share),
            substituted,
        )

    def _floor(self, *, substituted: bool) -> ShuffleFloor:
        """What the whole passes leak at least; of a run shorter than a pass, what its batches leak."""
        whole_passes = self.steps // self.batches_per_epoch
        batches = self.batches_per_epoch if whole_passes else self.steps
        used = min(batches * self.effective_batch, self.dataset_size)
        return ShuffleFloor(
            self.noise_multiplier or 0.0, batches, max(whole_passes, 1), used / self.dataset_size, substituted
        )

    def _delta(self, delta: float | None) -> float:
        chosen = self.delta if delta is None else delta
        if chosen is None:
            raise InvalidInput("delta", None, "given, here or in the plan")
        return below_one("delta", chosen)

    def as_dict(self) -> dict[str, object]:
        """Every field, and the reasons and assumptions, ready for JSON."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**named, "steps": self.steps, "reasons": list(self.reasons), "assumptions": list(self.assumptions)}
