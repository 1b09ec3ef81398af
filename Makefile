SHELL := /bin/bash
PYTHON ?= python3
CORES ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
BIN := .venv/bin

.PHONY: env demo test bench lock clean

env: .venv/complete  ## creates .venv: the hashed lock first, then the project itself

# Built beside and moved, so that an interrupted build never stands as .venv.
.venv/complete: requirements.lock pyproject.toml
	rm -rf .venv.new
	$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14) and "Quaver needs Python 3.11 to 3.13, this is %d.%d: try make env PYTHON=python3.12" % sys.version_info[:2])'
	$(PYTHON) -m venv .venv.new
	.venv.new/bin/python -m pip install --quiet --require-hashes -r requirements.lock
	.venv.new/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	grep -rlI --exclude-dir=lib "$(CURDIR)/.venv.new" .venv.new | xargs sed -i.bak "s|$(CURDIR)/.venv.new|$(CURDIR)/.venv|g"
	find .venv.new -maxdepth 2 -name '*.bak' -delete
	touch .venv.new/complete
	rm -rf .venv
	mv .venv.new .venv

clean:  ## removes what can be made again
	rm -rf .venv .venv.new .snakemake .pytest_cache .ruff_cache
	find results -mindepth 1 ! -name .gitkeep -delete
