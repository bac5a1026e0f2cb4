"""Results as a Parquet file."""
# pyright: reportMissingTypeStubs=false, reportMissingImports=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# (pyarrow is an extra and has no types of its own)

from __future__ import annotations

import os
from pathlib import Path

from tightdp.sweeping.sweep_result import SweepResult


def write_parquet(result: SweepResult, path: Path) -> None:
    """The columns of the CSV file with their types; missing answers are null.

    Parameters
    ----------
    result
        The rows.
    path
        The file; it is replaced in one move.
    """
    import pyarrow as pa
    from pyarrow import parquet

    kinds = {"_lower": pa.float64(), "_upper": pa.float64(), "tight": pa.bool_()}
    arrays = {}
    for number, (name, values) in enumerate(result.columns().items()):
        ending = name if name == "tight" else name[-6:]
        is_answer = number >= len(result.names)
        arrays[name] = pa.array(values, type=kinds.get(ending) if is_answer else None)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    parquet.write_table(pa.table(arrays), draft)
    draft.replace(path)
