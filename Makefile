# make demo: the main job on a simulated collection.  make test: every check.  Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
NEURAL := .venv-neural
STAMP := $(VENV)/.installed
SOURCES := $(wildcard src/irassay/kernel/*.cpp src/irassay/kernel/*/*.cpp src/irassay/kernel/*/*.hpp)

.PHONY: setup demo test test-neural format types contracts tests portable bench bench-check bench-scale bench-judging docs pictures lock stubs wheel clean study-intervals study-coverage study-holes study-claims-pairs study-margins study-kinds study-preferred fuzz differential accuracy laws study-claims-orders study-claims-audits study-unequal study-extrapolation study-leak study-leak-effect study-leak-thresholds study-people short

setup: $(STAMP)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "irassay needs Python 3.11 or newer: set PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "venv is missing: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import os, sysconfig, sys; sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))' || { echo "Python's headers are missing: apt-get install python3-dev"; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || { echo "a C++ compiler is missing: apt-get install g++"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.locked: requirements/dev.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

$(STAMP): $(VENV)/.locked pyproject.toml CMakeLists.txt $(SOURCES)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: setup
	$(BIN)/irassay demo

test: format types contracts tests short

format: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

contracts: setup
	$(BIN)/lint-imports

tests: setup
	$(BIN)/python -m pytest -n 2 --dist worksteal

# Models as encoders: torch comes first, for processors alone, since a lock can't name where it comes from.
test-neural: $(NEURAL)/.installed
	IRASSAY_NEURAL=1 $(NEURAL)/bin/python -m pytest tests/neural

$(NEURAL)/.locked: requirements/neural.lock | $(VENV)/bin/python
	$(PYTHON) -m venv $(NEURAL)
	$(NEURAL)/bin/python -m pip install -q --disable-pip-version-check torch==2.13.0
	$(NEURAL)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/neural.lock
	@touch $@

$(NEURAL)/.installed: $(NEURAL)/.locked $(STAMP) $(wildcard src/irassay/*.py src/irassay/*/*.py src/irassay/*/*/*.py)
	rm -rf build/neural-wheel
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w build/neural-wheel .
	$(NEURAL)/bin/python -m pip install -q --disable-pip-version-check --no-deps --force-reinstall build/neural-wheel/*.whl
	@touch $@

# A few seconds of what otherwise runs for minutes, so that nobody breaks it unseen; a minute to build the readers' fuzzer, once.
short: setup
	$(MAKE) --no-print-directory fuzz LINES=100000 SECONDS=20
	$(BIN)/python -m tests.oracles.differential --collections 20 --seed $(SEED)
	@mkdir -p build/short
	cd build/short && $(CURDIR)/$(BIN)/irassay demo > demo.txt
	$(BIN)/python -m simulations --draws 20 > build/short/intervals.txt
	$(BIN)/python -m simulations.unseen --worlds 2 > build/short/coverage.txt
	$(BIN)/python -m simulations.holes --worlds 1 > build/short/holes.txt
	$(BIN)/python -m simulations.claims_of_pairs --worlds 2 > build/short/claims-pairs.txt
	$(BIN)/python -m simulations.claims_of_orders --worlds 2 > build/short/claims-orders.txt
	$(BIN)/python -m simulations.claims_of_audits --draws 20 > build/short/claims-audits.txt
	$(BIN)/python -m simulations.unequal_tables --worlds 1 > build/short/unequal.txt
	$(BIN)/python -m simulations.extrapolation_tables --worlds 1 --queries 50 > build/short/extrapolation.txt
	$(BIN)/python -m simulations.planted_leaks --topics 50 --training 5000 > build/short/planted-leaks.txt
	$(BIN)/python -m simulations.leak_effect --worlds 5 > build/short/leak-effect.txt
	$(BIN)/python -m simulations.thresholds_of_labels --worlds 2 > build/short/thresholds.txt
	$(BIN)/python -m simulations.people --worlds 3 > build/short/people.txt
	rm -rf build/short/scale
	$(BIN)/python -m benchmarks.scale --passages 20000 --queries 50 --folder build/short/scale > build/short/scale.txt
	$(BIN)/python -m benchmarks.judging --people 5 --answers 40 --kills 2 > build/short/judging.txt
	$(BIN)/python -m benchmarks.judging_next --tasks 2000 --times 20 > build/short/judging-next.txt

# What runs on processors without AVX2: built here too, and held to the same numbers as the other.
portable: setup
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation \
	  -C cmake.define.IRASSAY_BASELINE=ON -e .
	$(BIN)/python -m tests.kernel_digest > build/digest
	IRASSAY_KERNEL=baseline $(BIN)/python -m tests.kernel_digest | diff build/digest -
	IRASSAY_KERNEL=baseline $(BIN)/python -m pytest -n 2 --dist worksteal tests/oracles tests/plain tests/laws tests/hostile tests/accuracy

# Peers have a lock and an environment of their own; irassay goes in as the wheel that users get. ARGS="--only parse" etc.
bench: $(BENCH)/.installed
	$(BENCH)/bin/python -m benchmarks $(ARGS)

bench-check: $(BENCH)/.installed
	$(BENCH)/bin/python -m benchmarks --check $(ARGS)

# 8.8 million passages, kept step by step: run it again and it goes on. 12 GB of disk, 6 GB of memory.
bench-scale: $(BENCH)/.installed
	$(BENCH)/bin/python -m benchmarks.scale $(ARGS)

# 50 people who judge over loopback while the server is killed 100 times, on SQLite and on PostgreSQL.
bench-judging: setup
	$(BIN)/python -m benchmarks.judging $(ARGS)
	$(BIN)/python -m benchmarks.judging_next

$(BENCH)/.locked: requirements/bench.lock | $(VENV)/bin/python
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@touch $@

$(BENCH)/.installed: $(BENCH)/.locked $(STAMP) $(wildcard src/irassay/*.py src/irassay/*/*.py src/irassay/*/*/*.py)
	rm -rf build/bench-wheel
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w build/bench-wheel .
	$(BENCH)/bin/python -m pip install -q --disable-pip-version-check --no-deps --force-reinstall build/bench-wheel/*.whl
	@touch $@

# Simulations with planted truth: coverage of intervals, errors of corrections. Writes the tables of docs/simulations.md.
study-intervals: setup
	$(BIN)/python -m simulations --draws 2000 --seed 0 --write

# Relevant documents that nobody found, estimated where all are known. Writes a table of docs/simulations.md.
study-coverage: setup
	$(BIN)/python -m simulations.unseen --worlds 300 --seed 0 --write

# Estimates of scores when labels are hidden from a complete truth. Writes tables of docs/simulations.md.
study-holes: setup
	$(BIN)/python -m simulations.holes --worlds 40 --seed 0 --write

# Claims about two systems: whom tests favour, queries needed, errors of the bootstrap test. Writes tables of docs/simulations.md.
study-claims-pairs: setup
	$(BIN)/python -m simulations.claims_of_pairs --seed 0 --write

# Margins, and intervals of means over collections, against a planted truth. Writes tables of docs/simulations.md.
study-margins: setup
	$(BIN)/python -m simulations.margins --seed 0 --write

# Who comes first, and by how much one kind's best leads: claims held to a planted truth. Writes docs/simulations.md.
study-claims-orders: setup
	$(BIN)/python -m simulations.claims_of_orders --worlds 300 --seed 0 --write

# What an audit says of finished labels, of which a planted share is labelled. Writes a table of docs/simulations.md.
study-claims-audits: setup
	$(BIN)/python -m simulations.claims_of_audits --draws 2000 --seed 0 --write

# Who is called better where one of two systems has fewer labels, against a planted truth. Writes docs/simulations.md.
study-unequal: setup
	$(BIN)/python -m simulations.unequal_tables --worlds 60 --seed 0 --write

# Labels extrapolated from one answer a query, where it is known what is relevant. Writes tables of docs/simulations.md.
study-extrapolation: setup
	$(BIN)/python -m simulations.extrapolation_tables --worlds 100 --seed 0 --write

# Kinds of systems that are said to gain ranks, by columns at random and planted ones. Writes a table of docs/simulations.md.
study-kinds: setup
	$(BIN)/python -m simulations.kinds --worlds 100 --seed 0 --write

# Intervals of preferences: shares without the error of judging, and strengths. Writes tables of docs/simulations.md.
study-preferred: setup
	$(BIN)/python -m simulations.preferred --seed 0 --write

# Leaks planted among 100,000 training queries. Writes a table of docs/simulations.md; needs the test collections.
study-leak: setup
	$(BIN)/python -m simulations.planted_leaks --seed 0 --write

# Gains on leaked queries, planted or not: whether the difference of differences shows them. Writes tables of docs/simulations.md.
study-leak-effect: setup
	$(BIN)/python -m simulations.leak_effect --worlds 400 --seed 0 --write

# Thresholds that people's labels set, where the precision is planted. Writes a table of docs/simulations.md.
study-leak-thresholds: setup
	$(BIN)/python -m simulations.thresholds_of_labels --worlds 400 --seed 0 --write

# People who judge apart from others, planted or not: whether they are found. Writes tables of docs/simulations.md.
study-people: setup
	$(BIN)/python -m simulations.people --worlds 400 --seed 0 --write

docs: setup
	$(BIN)/python docs/build.py

# Writes the reports that the documentation shows, walks through each in Chromium with axe, and takes the pictures again.
pictures: setup
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/judging_pictures.py

# What users get, made as they are given it: the sources, from them the wheel, and that tried in an empty environment.
# WITH=python3.12 makes it with another Python: from 3.12 on one wheel serves all later ones.
WITH ?= $(PYTHON)
wheel:
	rm -rf dist build/wheel
	$(WITH) -m venv build/wheel/made && $(WITH) -m venv build/wheel/used
	build/wheel/made/bin/python -m pip install -q --disable-pip-version-check build
	build/wheel/made/bin/python -m build -o dist .
	build/wheel/used/bin/python -m pip install -q --disable-pip-version-check dist/*.whl
	cd build/wheel/used && bin/python $(CURDIR)/tests/wheel/short_check.py
	ls -l dist

lock: setup
	$(BIN)/python -m pip install -q --disable-pip-version-check uv
	$(BIN)/uv pip compile pyproject.toml --universal --extra dev --generate-hashes --no-emit-index-url --no-header -o requirements/dev.lock
	$(BIN)/uv pip compile pyproject.toml --universal --extra bench --generate-hashes --no-emit-index-url --no-header -o requirements/bench.lock
	echo torch==2.13.0 > build/constraint
	UV_FIND_LINKS="$$($(BIN)/pip config get global.find-links 2>/dev/null)" $(BIN)/uv pip compile pyproject.toml --extra neural-tests --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-emit-package torch -c build/constraint -o requirements/neural.lock

stubs: setup
	$(BIN)/python -m nanobind.stubgen -q -m irassay.kernel._core -o src/irassay/kernel/_core.pyi

clean:
	rm -rf build dist site out $(VENV) $(BENCH) $(NEURAL)

# Mutated lines through the readers, built with sanitizers. LINES, SECONDS (whichever is reached first) and SEED can be given.
LINES ?= 10000000
SECONDS ?= 3600
SEED ?= 0
fuzz: setup
	$(BIN)/cmake -S fuzz -B build/fuzz -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" >/dev/null
	$(BIN)/cmake --build build/fuzz
	cd build/fuzz && ./mutated_lines ../../fuzz/corpus $(LINES) $(SECONDS) $(SEED)

# Random collections scored by irassay and by pytrec_eval, from nouns and from files. COLLECTIONS and SEED can be given.
COLLECTIONS ?= 10000
differential: setup
	$(BIN)/python -m tests.oracles.differential --collections $(COLLECTIONS) --seed $(SEED)

# Errors against exact arithmetic: those that got smaller are written down, one that grew is an error. GROW="NAME ..." allows it.
accuracy: setup
	$(BIN)/python -m tests.accuracy $(if $(GROW),--grow $(GROW))

# The laws on many more examples than the tests try. EXAMPLES can be given.
EXAMPLES ?= 2000
laws: setup
	IRASSAY_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest -n 2 --dist worksteal -q tests/laws tests/plain
