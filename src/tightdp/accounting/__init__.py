"""Steps, programs and their answers; Rényi accounting is in modules that only those who ask for it load."""

from tightdp.accounting.account import account
from tightdp.accounting.answer import Answer
from tightdp.accounting.because import Because
from tightdp.accounting.step import Program, Step

__all__ = ["Answer", "Because", "Program", "Step", "account"]
