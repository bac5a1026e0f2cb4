"""One call: a run, what varies, and where the rows go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Any

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import at_least_zero, real
from tightdp.spec import document_as_dict, read_document
from tightdp.spec.origin import TextOrigin
from tightdp.spec.read import convert_document
from tightdp.sweeping.axis import Axis, Value, make_axis
from tightdp.sweeping.parquet import write_parquet
from tightdp.sweeping.plan_template import refuse_relation
from tightdp.sweeping.results_file import ResultsFile, checked_results_path, results_file, row_from_cells
from tightdp.sweeping.schedule import answered
from tightdp.sweeping.sweep_question import SweepQuestion
from tightdp.sweeping.sweep_result import SweepResult, column_names, row_cells, value_text
from tightdp.sweeping.sweep_row import SweepRow
from tightdp.transport import ROUTES, Route

Rows = dict[tuple[Value, ...], SweepRow]


def sweep(
    template: Mapping[str, Any] | str | Path,
    vary: Mapping[str, str | Sequence[object]],
    *,
    out: str | Path | None = None,
    epsilon: float | None = None,
    route: Route = "tightest",
    rtol: float = 1e-3,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> SweepResult:
    """``account`` at each point of a grid over the parameters of a run.

    A point that has no answer, or is out of range, becomes a row with the reason. With ``out``, each row is in the file
    as soon as it is known; a second call skips the rows that are there, those with errors too, and a line that was
    never finished is computed again.

    Parameters
    ----------
    template
        The run: a run document as ``to_document`` gives it, or a run file.
    vary
        Name of each parameter (``"rate"``, ``"delta"``, ``"phase[0].steps"``) to its values: numbers, words, or a text
        such as ``"0.8:1.6:9"``, ``"1e-6:1e-2:5:log"`` or ``"1,10,100"``. The last one runs fastest.
    out
        A ``.csv`` file; or a ``.parquet`` file, which is written at the end from a ``.csv`` file beside it.
    epsilon
        Ask delta at this epsilon [nats]; otherwise epsilon is asked at the run's delta.
    route
        Route of ``account``.
    rtol
        Wanted relative gap of the two ends of each number, in (0, 1).
    executor
        Any ``concurrent.futures.Executor``: threads, processes, Dask's ``client.get_executor()``, or for Ray
        ``tightdp.integrations.ray_executor.RayExecutor()``. By default the points are answered here, one by one.
    progress
        Called with how many points are done and how many there are.

    Raises
    ------
    InvalidInput
        If nothing is varied or asked, a name or value cannot be read, or ``out`` holds something else.

    Examples
    --------
    >>> from tightdp import AddRemove, Gaussian, Poisson, Step, sweep
    >>> from tightdp.spec import to_document
    >>> run = to_document(100 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(), delta=1e-5)
    >>> found = sweep(run, {"noise_multiplier": [1.0, 2.0], "group_size": "1:2:2"})
    >>> [(row.values, round(row.bound.upper, 2)) for row in found.rows]
    [((1.0, 1), 0.72), ((1.0, 2), 1.53), ((2.0, 1), 0.19), ((2.0, 2), 0.41)]
    """
    document = _document(template, vary)
    axes = tuple(make_axis(document, name, values) for name, values in vary.items())
    _check(document, axes, epsilon, route, rtol)
    question = SweepQuestion(document, tuple(axis.path for axis in axes), epsilon, route, rtol)
    names = tuple(axis.name for axis in axes)
    points = list(product(*(axis.values for axis in axes)))
    target = None if out is None else checked_results_path(out)
    columns = column_names(names, question.asked)
    told = None if target is None else results_file(_rows_path(target), columns, question.key)
    with told or nullcontext() as file:
        rows = {} if file is None else _rows_before(file, points)
        resumed = len(rows)
        _complete(rows, question, points, executor, file, progress)
        result = SweepResult(names, question.asked, tuple(rows[point] for point in points), resumed)
        if file is not None:
            file.finish([row_cells(row) for row in result.rows])
    if target is not None and target.suffix.lower() == ".parquet":
        write_parquet(result, target)
    return result


def _document(template: Mapping[str, Any] | str | Path, vary: Mapping[str, object]) -> dict[str, Any]:
    """The template with every default spelled out."""
    if isinstance(template, Mapping):
        return document_as_dict(convert_document(dict(template), TextOrigin("template")))
    refuse_relation(template, vary)
    return document_as_dict(read_document(template)[0])


def _rows_path(target: Path) -> Path:
    """Where the rows go one by one."""
    return target if target.suffix.lower() == ".csv" else target.with_suffix(".csv")


def _check(
    document: Mapping[str, Any], axes: tuple[Axis, ...], epsilon: float | None, route: Route, rtol: float
) -> None:
    if not axes:
        raise InvalidInput("vary", {}, "at least one parameter and its values")
    paths = [axis.path for axis in axes]
    if len(set(paths)) < len(paths):
        raise InvalidInput("vary", [axis.name for axis in axes], "each parameter once, under one name")
    if not 0.0 < real("rtol", rtol, "in (0, 1)") < 1.0:
        raise InvalidInput("rtol", rtol, "in (0, 1), since it is a relative gap")
    if route not in ROUTES:
        raise InvalidInput("route", route, f"one of the routes {', '.join(ROUTES)}")
    if epsilon is not None:
        at_least_zero("epsilon", epsilon)
        if ("delta",) in paths:
            raise InvalidInput("vary", "delta", "without delta, since delta is asked at the epsilon given")
    elif "delta" not in document and ("delta",) not in paths:
        raise InvalidInput("delta", None, "in the run or varied, unless epsilon is given")


def _rows_before(file: ResultsFile, points: Sequence[tuple[Value, ...]]) -> Rows:
    texts = {point: tuple(map(value_text, point)) for point in points}
    return {point: row_from_cells(point, file.present[text]) for point, text in texts.items() if text in file.present}


def _complete(
    rows: Rows,
    question: SweepQuestion,
    points: Sequence[tuple[Value, ...]],
    executor: Executor | None,
    file: ResultsFile | None,
    progress: Callable[[int, int], None] | None,
) -> None:
    """Add the missing rows, to the file as well."""
    if progress is not None:
        progress(len(rows), len(points))
    for found in answered(question, [point for point in points if point not in rows], executor):
        if file is not None:
            file.append([row_cells(row) for row in found])
        rows.update({row.values: row for row in found})
        if progress is not None:
            progress(len(rows), len(points))
