"""Run documents: what ran, who may differ and what is asked, as TOML or JSON."""

from tightdp.spec.document import RunDocument as RunDocument
from tightdp.spec.json_schema import json_schema as json_schema
from tightdp.spec.json_schema import plan_schema as plan_schema
from tightdp.spec.ledger import Ledger as Ledger
from tightdp.spec.ledger_contents import LedgerContents as LedgerContents
from tightdp.spec.ledger_contents import read_ledger as read_ledger
from tightdp.spec.ledger_entry import LedgerEntry as LedgerEntry
from tightdp.spec.merge_ledgers import merge_ledgers as merge_ledgers
from tightdp.spec.read import parse_document as parse_document
from tightdp.spec.read import read_document as read_document
from tightdp.spec.read_plan import parse_plan as parse_plan
from tightdp.spec.read_plan import plan_from_document as plan_from_document
from tightdp.spec.read_plan import plan_in as plan_in
from tightdp.spec.read_plan import read_plan as read_plan
from tightdp.spec.read_plan import to_plan_document as to_plan_document
from tightdp.spec.read_run import from_document as from_document
from tightdp.spec.read_run import read_run as read_run
from tightdp.spec.renyi_filter import RenyiFilter as RenyiFilter
from tightdp.spec.run import Run as Run
from tightdp.spec.run import build_run as build_run
from tightdp.spec.write import document_as_dict as document_as_dict
from tightdp.spec.write import to_document as to_document
from tightdp.spec.write import to_json as to_json
from tightdp.spec.write import to_toml as to_toml
