# make demo: the main job on a simulated collection.  make test: every check.  Each sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
NEURAL := .venv-neural
RUNNING := $(VENV)/.running
STAMP := $(VENV)/.installed
SOURCES := $(wildcard src/irassay/kernel/*.cpp src/irassay/kernel/*/*.cpp src/irassay/kernel/*/*.hpp)

.PHONY: setup demo test test-neural format types contracts tests portable bench bench-check bench-scale bench-judging bench-collect bench-neural docs pictures lock stubs wheel clean fuzz differential accuracy laws short short-studies short-fuzz short-judging short-scale

setup: $(STAMP)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "irassay needs Python 3.11 or newer: set PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "venv is missing: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -c 'import os, sysconfig, sys; sys.exit(not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))' || { echo "Python's headers are missing: apt-get install python3-dev"; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || { echo "a C++ compiler is missing: apt-get install g++"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run-locked: requirements/run.lock | $(VENV)/bin/python
	@echo "installing what irassay needs"
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/run.lock
	@touch $@

$(RUNNING): $(VENV)/.run-locked pyproject.toml CMakeLists.txt $(SOURCES)
	@echo "compiling the kernel, a few minutes the first time"
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.locked: requirements/dev.lock | $(RUNNING)
	@echo "installing what its checks need, a minute or two"
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

$(STAMP): $(VENV)/.locked $(RUNNING)
	@touch $@

demo: $(RUNNING)
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
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations 30 --durations-min 10

# Models as encoders and rerankers. torch comes first and without a hash: where pip finds a build for processors alone, it takes that.
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
SHORT := intervals:--draws:20 unseen:--worlds:2 holes:--worlds:1 claims_of_pairs:--worlds:2 claims_of_orders:--worlds:2 \
  claims_of_audits:--draws:20 unequal:--worlds:1 extrapolation:--worlds:1:--queries:50 planted_leaks:--topics:50:--training:5000 \
  leak_effect:--worlds:5 thresholds_of_labels:--worlds:2 people:--worlds:3 margins:--draws:20 kinds:--worlds:1 preferred:--draws:10 decide:--worlds:1 decide_collections:--worlds:1 assisted:--worlds:1
short: setup
	@mkdir -p build/short
	$(MAKE) -j2 --output-sync --no-print-directory short-studies short-fuzz short-judging short-scale

short-studies:
	cd build/short && $(CURDIR)/$(BIN)/irassay demo > demo.txt
	for study in $(SHORT); do $(BIN)/python -m simulations.$${study%%:*} $$(echo $${study#*:} | tr : ' ') > build/short/$${study%%:*}.txt || exit 1; done

short-fuzz:
	$(MAKE) --no-print-directory fuzz LINES=100000 SECONDS=20
	$(BIN)/python -m tests.oracles.differential --collections 20 --seed $(SEED)

short-judging:
	$(BIN)/python -m benchmarks.judging --people 5 --answers 40 --kills 2 > build/short/judging.txt
	$(BIN)/python -m benchmarks.deciding --queries 12 --kills 2 --database sqlite > build/short/deciding.txt
	$(BIN)/python -m benchmarks.judging_next --tasks 2000 --times 20 > build/short/judging-next.txt

short-scale:
	rm -rf build/short/scale
	$(BIN)/python -m benchmarks.scale --passages 20000 --queries 50 --folder build/short/scale > build/short/scale.txt
	$(BIN)/python -m benchmarks.collect --articles 800 > build/short/collect.txt

# What runs on processors without AVX2: built here too, and held to the same numbers as the other.
portable: setup
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation \
	  --config-settings cmake.define.IRASSAY_BASELINE=ON -e .
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
	$(BIN)/python -m benchmarks.deciding

# A generated wiki to candidates of evidence, beside readers of exports. ARGS="--articles 1000000" has 3 GB.
bench-collect: setup
	$(BIN)/python -m benchmarks.collect $(ARGS)

# Rerankers score and train beside sentence-transformers. ARGS="--check" exits 1 where a figure is below its goal.
bench-neural: $(NEURAL)/.installed
	$(NEURAL)/bin/python -m benchmarks.neural $(ARGS)

$(BENCH)/.locked: requirements/bench.lock | $(VENV)/bin/python
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@touch $@

$(BENCH)/.installed: $(BENCH)/.locked $(STAMP) $(wildcard src/irassay/*.py src/irassay/*/*.py src/irassay/*/*/*.py)
	rm -rf build/bench-wheel
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w build/bench-wheel .
	$(BENCH)/bin/python -m pip install -q --disable-pip-version-check --no-deps --force-reinstall build/bench-wheel/*.whl
	@touch $@

# A simulation with planted truth, such as study-margins: simulations/margins.py. Writes its tables of docs/simulations.md.
study-leakage study-unleaked: $(NEURAL)/.installed
	$(NEURAL)/bin/python -m simulations.$(@:study-%=%) --write $(ARGS)

study-%: setup
	$(BIN)/python -m simulations.$(subst -,_,$*) --write

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
	build/wheel/made/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/tools.lock
	PATH="$(CURDIR)/build/wheel/made/bin:$$PATH" build/wheel/made/bin/python -m build --no-isolation -o dist .
	build/wheel/used/bin/python -m pip install -q --disable-pip-version-check dist/*.whl
	cd build/wheel/used && bin/python $(CURDIR)/tests/wheel/short_check.py
	ls -l dist

lock: setup
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/tools.lock
	$(BIN)/uv pip compile pyproject.toml --universal --extra dev --generate-hashes --no-emit-index-url --no-header -o requirements/dev.lock
	$(BIN)/uv pip compile pyproject.toml --universal --extra bench --generate-hashes --no-emit-index-url --no-header -o requirements/bench.lock
	printf '%s\n' cmake nanobind ninja scikit-build-core | $(BIN)/uv pip compile pyproject.toml - --universal -c requirements/dev.lock --generate-hashes --no-emit-index-url --no-header --no-annotate -o requirements/run.lock
	printf '%s\n' build cmake ninja nanobind scikit-build-core uv | $(BIN)/uv pip compile - --universal --python-version 3.11 -c requirements/dev.lock --generate-hashes --no-emit-index-url --no-header --no-annotate -o requirements/tools.lock
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

# Every property on many more examples than the tests try. EXAMPLES can be given.
EXAMPLES ?= 500
laws: setup
	IRASSAY_EXAMPLES=$(EXAMPLES) $(BIN)/python -m pytest -n 2 --dist worksteal -q tests
