# `make test` is the whole check. It makes its own environment, so nothing needs installing by hand.

PYTHON ?= python3
VENV ?= .venv-test
BIN := $(VENV)/bin
READY := $(VENV)/.ready
FRAMEWORKS ?= .venv-integrations
FRAMEWORKS_READY := $(FRAMEWORKS)/.ready
DIGITS ?= .venv-digits
DIGITS_READY := $(DIGITS)/.ready
# Pinned, since an open range may bring several GB of CUDA; set PIP_EXTRA_INDEX_URL to an index of CPU builds.
TORCH ?= torch==2.13.0

.PHONY: help install test frameworks test-integrations digits test-digits nightly coverage lint types format docs bench clean

help:  ## Show the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1  /p' Makefile | expand -t 12

install: $(READY)  ## Make the environment for development

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $(READY)

test: lint types  ## Lint, check the types, run the tests; pytest's summary comes last
	$(BIN)/python -m pytest

frameworks: $(FRAMEWORKS_READY)  ## Make the environment with the real frameworks (CPU)

$(FRAMEWORKS_READY): pyproject.toml Makefile
	$(PYTHON) -m venv $(FRAMEWORKS)
	$(FRAMEWORKS)/bin/python -m pip install --quiet '$(TORCH)'
	$(FRAMEWORKS)/bin/python -m pip install --quiet --editable '.[dp-accounting,examples,opacus,ray,torch]' hypothesis jax-privacy pytest
	touch $(FRAMEWORKS_READY)

test-integrations: $(FRAMEWORKS_READY)  ## Test the adapters in the real frameworks, in that environment
	$(FRAMEWORKS)/bin/python -c 'import dp_accounting, jax_privacy, matplotlib, opacus, ray, sklearn, torch  # or their tests would be skipped'
	OMP_NUM_THREADS=1 $(FRAMEWORKS)/bin/python -m pytest tests/integrations tests/sampling src/tightdp/integrations
	OMP_NUM_THREADS=1 $(FRAMEWORKS)/bin/python -m pytest tests/documents/test_documents.py -k integrations
	OMP_NUM_THREADS=1 $(FRAMEWORKS)/bin/python -m pytest tests/examples/test_digits_training.py

digits: $(DIGITS_READY)  ## Train on real images, six ways at one epsilon: writes examples/digits/results, in minutes
	OMP_NUM_THREADS=1 $(DIGITS)/bin/python -m examples.digits

$(DIGITS_READY): pyproject.toml Makefile
	$(PYTHON) -m venv $(DIGITS)
	$(DIGITS)/bin/python -m pip install --quiet '$(TORCH)'
	$(DIGITS)/bin/python -m pip install --quiet --editable '.[examples]' pytest hypothesis
	touch $(DIGITS_READY)

test-digits: $(DIGITS_READY)  ## Train all of it again and compare with the committed table
	OMP_NUM_THREADS=1 $(DIGITS)/bin/python -m pytest -m 'nightly or not nightly' tests/examples/test_digits_training.py

nightly: lint types  ## The same, with the slow tests and the branch coverage
	HYPOTHESIS_PROFILE=random $(BIN)/python -m pytest -m 'nightly or not nightly' --cov --cov-report=term

coverage: $(READY)  ## Branch coverage of the quick tests
	$(BIN)/python -m pytest -q --cov --cov-report=term

lint: $(READY)  ## Style, spelling, and which room may import which
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/codespell *.md docs src tests
	$(BIN)/lint-imports

types: $(READY)  ## Pyright, strict, over src and tests
	$(BIN)/python -m pyright --pythonpath $(BIN)/python

format: $(READY)  ## Rewrite the sources in the house style
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format

docs: $(READY)  ## Run every document, docstring and example
	$(BIN)/python -m pytest tests/documents src

bench:  ## Time tightdp beside other accountants, each in an environment of its own; QUICK=1 for a short look
	$(PYTHON) -m benchmarks $(if $(QUICK),--quick)

clean:  ## Remove what the other targets made
	rm -rf $(VENV) $(FRAMEWORKS) $(DIGITS) .bench .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage build dist
