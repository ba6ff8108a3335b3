# Everything runs in a virtual environment inside the checkout; the first target that needs it makes it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PEERS  := .venv-peers

# Tests start hundreds of interpreters, which should find bytecode where others left it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test suite test-fast test-pythons test-floors lint docs peers bench fuzz collections clean
N ?= 1000
FAST := tests/test_layers.py tests/test_robot.py tests/spatial tests/model tests/formats tests/robots tests/recursion \
	tests/algebra/test_expression.py tests/algebra/test_structure.py tests/algebra/test_prove.py \
	tests/kernel/test_operation_counts.py tests/kernel/test_operations.py tests/kernel/test_calling_path.py \
	tests/kernel/test_expressions.py tests/dynamics/test_catalogue.py tests/kernel/test_differentiate.py

help:
	@echo "make demo    derive, compile, check, time and draw an operator expression"
	@echo "make test    lint, type check, documentation and the whole test suite"
	@echo "make test-fast     what is quick and finds most, for daily work"
	@echo "make bench   psiphi against Pinocchio and MuJoCo, side by side"
	@echo "make fuzz    N=20000 random expressions, one in ten compiled, compared with plain matrices"
	@echo "make test-pythons  the tests of the calling path on every Python there is, or that Debian has"
	@echo "make test-floors   the same with the oldest NumPy and llvmlite"
	@echo "make collections  robot files of installed packages, read and compared with MuJoCo and Pinocchio"
	@echo "make docs    the documentation site, in site/"
	@echo "make peers   Drake and the Robotics Toolbox, for the pages of docs/coming-from (part of make test)"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[mjcf,view,test,docs]"
	@touch $@

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[mjcf,bench]"
	@touch $@

$(PEERS)/.installed: pyproject.toml tests/peers.txt
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile -e . -r tests/peers.txt
	@touch $@

demo: $(VENV)/.core
	$(BIN)/psiphi demo

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

docs: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

peers: $(PEERS)/.installed

# The site is built by tests/test_site.py. Checks run beside the tests, whose last files leave cores idle.
test: $(VENV)/.test
	$(MAKE) -j lint suite

suite: $(VENV)/.test peers
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder

test-fast: $(VENV)/.test
	$(BIN)/pytest -n auto --dist loadfile $(FAST)

test-pythons: | $(BIN)/python
	$(BIN)/python tests/pythons.py

test-floors: | $(BIN)/python
	$(BIN)/python tests/pythons.py --floors

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.derivatives
	$(BIN)/python -m benchmarks.rollouts
	$(BIN)/python -m benchmarks.inverse_kinematics
	$(BIN)/python -m benchmarks.flexible_bodies

fuzz: $(VENV)/.test
	$(BIN)/python -m fuzzing $(N)

collections: $(VENV)/.test
	$(BIN)/python -m collected
	EVERY_FILE=1 $(BIN)/pytest -n auto --dist loadfile tests/laws

clean:
	rm -rf $(VENV) $(PEERS) .pythons site dist build
