"""From the flags of a command line to a run document of one phase."""

from __future__ import annotations

from typing import Any, cast

from tightdp.cli.flag_origin import FlagOrigin
from tightdp.cli.run_options import RunOptions
from tightdp.errors import InvalidInput
from tightdp.planning.caution import caution
from tightdp.spec.abstract_entry import AbstractEntry
from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.mechanism_entries import (
    DiscreteGaussianEntry,
    DiscreteLaplaceEntry,
    EpsilonDeltaEntry,
    GaussianEntry,
    LaplaceEntry,
    RandomizedResponseEntry,
    TogetherEntry,
)
from tightdp.spec.paths import KeyPath
from tightdp.spec.scheme_entries import (
    FullBatchEntry,
    PoissonEntry,
    RandomAllocationEntry,
    TruncatedPoissonEntry,
    WithoutReplacementEntry,
    WithReplacementEntry,
)

MECHANISMS: dict[str, type[AbstractEntry]] = {
    "gaussian": GaussianEntry,
    "laplace": LaplaceEntry,
    "randomized_response": RandomizedResponseEntry,
    "discrete_gaussian": DiscreteGaussianEntry,
    "discrete_laplace": DiscreteLaplaceEntry,
    "epsilon_delta": EpsilonDeltaEntry,
}
DETAILS = ("categories", "substitution_sensitivity")
SCHEMES: dict[str, type[AbstractEntry]] = {
    "full_batch": FullBatchEntry,
    "poisson": PoissonEntry,
    "without_replacement": WithoutReplacementEntry,
    "with_replacement": WithReplacementEntry,
    "random_allocation": RandomAllocationEntry,
    "truncated_poisson": TruncatedPoissonEntry,
}
_PARTICIPATIONS = "participations"
_RAN = (*MECHANISMS, "together", *DETAILS, *SCHEMES, _PARTICIPATIONS, "steps")
EXAMPLE = "For instance: tightdp epsilon --gaussian 1.1 --poisson 0.01 --steps 10000 --delta 1e-5"


def option(name: str) -> str:
    """``full_batch`` as it is typed: ``--full-batch``."""
    return f"--{name.replace('_', '-')}"


def given_flags(options: RunOptions) -> list[str]:
    """The flags that say what ran, of those that were given.

    Parameters
    ----------
    options
        The shared options.

    Returns
    -------
    list
        As they are typed, for instance ``["--gaussian", "--steps"]``.
    """
    return [option(name) for name in _RAN if _is_given(options, name)]


def refuse_file_and_flags(options: RunOptions) -> None:
    """Refuse a run file beside flags that say what ran.

    Parameters
    ----------
    options
        The shared options.

    Raises
    ------
    InvalidInput
        If both say what ran.
    """
    flags = given_flags(options)
    if options.run_file is not None and flags:
        named = [str(options.run_file), *flags]
        raise InvalidInput("what ran", named, "given by a run file or by flags, not by both")


def document_from_flags(options: RunOptions) -> tuple[RunDocument, FlagOrigin, list[str]]:
    """The one-phase document that the flags describe.

    Parameters
    ----------
    options
        The shared options, without a run file.

    Returns
    -------
    tuple
        The document, the origin that names its flags, and a sentence for each value that was assumed.

    Raises
    ------
    InvalidInput
        If no mechanism is given, more than one without ``--together``, or more than one scheme.
    """
    mechanisms = [name for name in MECHANISMS if _is_given(options, name)]
    schemes = [name for name in SCHEMES if _is_given(options, name)]
    if not given_flags(options):
        raise InvalidInput("what ran", "nothing", "given by a run file or by flags", EXAMPLE)
    if not mechanisms or (len(mechanisms) > 1 and not options.together):
        allowed = f"one of {', '.join(option(name) for name in MECHANISMS)}"
        hint = "--together says that all of them release about the same batch" if mechanisms else ""
        raise InvalidInput("the mechanism", [option(name) for name in mechanisms], allowed, hint)
    if len(schemes) > 1:
        raise InvalidInput("the scheme", [option(name) for name in schemes], "one flag, as a step draws one batch")
    phase = PhaseEntry(
        mechanism=cast("Any", _mechanisms(options, mechanisms)),
        scheme=cast("Any", _scheme(options, *schemes)),
        steps=1 if options.steps is None else options.steps,
    )
    return RunDocument(phase=[phase]), _origin(mechanisms, *schemes), _assumed(options, schemes)


def _is_given(options: RunOptions, name: str) -> bool:
    value = getattr(options, name)
    return value is not None and value is not False


def _values(value: object) -> tuple[Any, ...]:
    return cast("tuple[Any, ...]", value if isinstance(value, tuple) else (value,))


def _mechanisms(options: RunOptions, names: list[str]) -> AbstractEntry:
    details: dict[str, Any] = {detail: getattr(options, detail) for detail in DETAILS if _is_given(options, detail)}
    for detail, value in details.items():
        if not any(detail in MECHANISMS[name].__struct_fields__ for name in names):
            given = " and ".join(option(name) for name in names)
            raise InvalidInput(option(detail), value, f"left out with {given}, which has no such field")
    entries = [_mechanism(options, name, details) for name in names]
    return TogetherEntry(tuple(cast("Any", entry) for entry in entries)) if len(entries) > 1 else entries[0]


def _mechanism(options: RunOptions, name: str, details: dict[str, Any]) -> AbstractEntry:
    entry = MECHANISMS[name]
    own = {detail: value for detail, value in details.items() if detail in entry.__struct_fields__}
    if name.startswith("discrete"):
        own = {detail: int(value) if float(value).is_integer() else value for detail, value in own.items()}
    return entry(*_values(getattr(options, name)), **own)


def _scheme(options: RunOptions, name: str = "full_batch") -> AbstractEntry:
    if _is_given(options, _PARTICIPATIONS) and name != "random_allocation":
        allowed = f"left out with {option(name)}, which has no such field"
        raise InvalidInput(option(_PARTICIPATIONS), options.participations, allowed)
    if name == "full_batch":
        return FullBatchEntry()
    values = _values(getattr(options, name))
    details = [options.participations] if _is_given(options, _PARTICIPATIONS) else []
    return SCHEMES[name](*values, *details)


def _origin(mechanisms: list[str], scheme: str = "full_batch") -> FlagOrigin:
    place: KeyPath = ("phase", 0, "mechanism")
    flags: dict[KeyPath, str] = {("phase", 0, "steps"): "--steps"}
    flags |= _flags_of(("phase", 0, "scheme"), scheme, SCHEMES[scheme])
    flags["phase", 0, "scheme", _PARTICIPATIONS] = option(_PARTICIPATIONS)
    if len(mechanisms) == 1:
        return FlagOrigin(flags | _flags_of(place, mechanisms[0], MECHANISMS[mechanisms[0]]))
    for index, name in enumerate(mechanisms):
        flags |= _flags_of((*place, "mechanisms", index), name, MECHANISMS[name])
    return FlagOrigin(flags)


def _flags_of(place: KeyPath, name: str, entry: type[AbstractEntry]) -> dict[KeyPath, str]:
    """The flag of a table and of each value in it."""
    flags: dict[KeyPath, str] = {place: option(name)}
    flags |= {(*place, detail): option(detail) for detail in DETAILS}
    required = entry.__struct_fields__[: len(entry.__struct_fields__) - len(entry.__struct_defaults__)]
    if len(required) == 1 and name != "epsilon_delta":
        flags[*place, required[0]] = option(name)
    return flags


def _assumed(options: RunOptions, schemes: list[str]) -> list[str]:
    assumed: list[str] = []
    if options.steps is None:
        assumed.append(caution("--steps was not given", "this is the answer for one step only", "give --steps"))
    if not schemes:
        effect = "every record is taken to be in every batch (--full-batch)"
        assumed.append(caution("no scheme was given", effect, "give one, such as --poisson, if batches are drawn"))
    return assumed
