SHELL := /bin/bash
PYTHON ?= python3
CORES ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu)
BIN := .venv/bin
# Files go to workers in the order of tests/conftest.py: slow ones first.
SPREAD := --numprocesses $(CORES) --dist loadfile --no-loadscope-reorder

.PHONY: help env demo status test test-fast bench coverage lock docs clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

env: .venv/complete  ## creates .venv: the hashed lock first, then the project itself

# Built beside and moved, so that an interrupted build never stands as .venv.
.venv/complete: requirements.lock pyproject.toml
	rm -rf .venv.new
	$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14) and "Quaver needs Python 3.11 to 3.13, this is %d.%d: try make env PYTHON=python3.12" % sys.version_info[:2])'
	$(PYTHON) -m venv .venv.new
	.venv.new/bin/python -m pip install --quiet --require-hashes -r requirements.lock
	.venv.new/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	grep -rlI --exclude-dir=lib '\.venv\.new' .venv.new | xargs sed -i.bak -f envs/moved.sed
	find .venv.new -maxdepth 2 -name '*.bak' -delete
	touch .venv.new/complete
	rm -rf .venv
	mv .venv.new .venv

demo: env  ## the default study, config.yaml: 5 to 8 minutes on 2 cores
	$(BIN)/snakemake --cores $(CORES)
	@echo "Look at results/demo/README.md and results/demo/figures/losses.png"

status: env  ## what is done, running, failed and why, of every study (STUDY=name: of one)
	@$(BIN)/python -m quaver.stages.status --input results/$${STUDY:-*}/study.yaml || [ $$? = 141 ]

test: env  ## everything CI runs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	$(BIN)/snakemake --dry-run --quiet all
	$(BIN)/python -m pytest $(SPREAD)

test-fast: env  ## what a day's work needs: lint, units and contracts, under 90 seconds
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest $(SPREAD) -m "not slow" tests/unit tests/contract

bench: env  ## speeds, each as a ratio measured within one run
	$(BIN)/python bench/glove.py
	$(BIN)/python bench/gensim_feed.py
	$(BIN)/python bench/doc2vec.py
	$(BIN)/python bench/pip.py
	$(BIN)/python bench/averages.py
	$(BIN)/python bench/alignment.py
	$(BIN)/python bench/contexts.py
	$(BIN)/python bench/learners.py
	$(BIN)/python bench/laws.py
	$(BIN)/python bench/terms.py
	$(BIN)/python bench/neighbours.py
	$(BIN)/python bench/prediction.py
	$(BIN)/python bench/taxonomy.py
	$(BIN)/python bench/similarities.py
	$(BIN)/python bench/term_ranks.py
	$(BIN)/python bench/meaning.py
	$(BIN)/python bench/duplicates.py
	$(BIN)/python bench/dump.py
	$(BIN)/python bench/study.py
	$(BIN)/python bench/scale.py

coverage: env  ## simulates how often intervals hold the truth: about an hour
	$(BIN)/python bench/intervals.py --folder build/coverage
	$(BIN)/python bench/threshold_coverage.py
	$(BIN)/python bench/term_coverage.py
	$(BIN)/python bench/threshold_tenths.py
	$(BIN)/python bench/threshold_texts.py
	$(BIN)/python docs/write_coverage.py

docs: env  ## writes pages of docs and the schema; FOLDERS=results/demo: also numbers of README and docs
	$(BIN)/python docs/write_measures.py
	$(BIN)/python docs/write_study.py
	$(BIN)/python docs/write_quality.py
	$(BIN)/python docs/write_citing.py
	$(BIN)/python docs/write_coverage.py
	$(BIN)/python docs/write_numbers.py $(FOLDERS)

lock:  ## resolves pyproject.toml anew, for every Python and system at once
	rm -rf .venv.lock
	$(PYTHON) -m venv .venv.lock
	.venv.lock/bin/pip install --quiet uv packaging
	.venv.lock/bin/uv pip compile --quiet --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header --all-extras \
		--output-file requirements.lock pyproject.toml
	.venv.lock/bin/python envs/write_env.py
	rm -rf .venv.lock

clean:  ## removes .venv and caches; results/ is yours to remove
	rm -rf .venv .venv.new .snakemake .pytest_cache .ruff_cache
