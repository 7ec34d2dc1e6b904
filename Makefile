# Each target works as the first command on a fresh clone; `make help` lists them.

CARGO ?= cargo
JOBS ?= $(shell nproc 2>/dev/null || echo 1)

# For programs of 32 bits (`--target ilp32`): the folder of the compiler's parts has its version.
GCC_MAJOR := $(shell gcc -dumpversion 2>/dev/null | cut -d. -f1)

# What is needed, as program:package and file:package of Debian and Ubuntu.
PROGRAMS := gcc:gcc g++:g++ clang:clang clang-14:clang-14 clang-19:clang-19 \
            llvm-cov-19:llvm-19 dot:graphviz z3:z3 cvc5:cvc5
FILES := /usr/include/stdio.h:libc6-dev /usr/include/cmocka.h:libcmocka-dev \
         /usr/include/check.h:check \
         /usr/lib/gcc/x86_64-linux-gnu/$(GCC_MAJOR)/32/libgcc.a:gcc-multilib \
         /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.profile-x86_64.a:libclang-rt-19-dev

# `make fuzz`: the first seed, and how many of each kind. About one in seven is skipped because
# it runs for ever, so that 500 and 200 are compared.
FUZZ_FROM ?= 1
FUZZ_DEFAULT ?= 580
FUZZ_FLOATS ?= 240
# Random functions whose generated tests are judged by running all inputs.
FUZZ_TRUTH ?= 200
# Random functions in which everything that is called infeasible is attacked.
FUZZ_REFUTE ?= 100

.PHONY: help setup build demo lint test fuzz fuzz-minute bench docs rustdoc deny oldest dist clean

help:
	@echo 'make setup   install what is missing (Debian and Ubuntu), or say what is'
	@echo 'make build   target/release/clew'
	@echo 'make demo    show Clew on a bundled example'
	@echo 'make test    formatting, lints and every test'
	@echo 'make docs    the pages as a site, in target/book (installs mdBook in target/tools)'
	@echo 'make dist    a Debian package and an archive, in target/dist'
	@echo 'make fuzz    random programs against gcc and clang, all inputs, and attacks (FUZZ_FROM, JOBS)'
	@echo 'make bench   measure, and write docs/benchmarks.md'
	@echo 'make clean   remove what was built'
	@echo 'for continuous integration: make lint, rustdoc, deny, oldest, fuzz-minute'

# Nothing is fetched or installed when everything is there.
setup:
	@command -v $(CARGO) >/dev/null || { echo 'install Rust first: https://rustup.rs'; exit 1; }
	@missing=; \
	for pair in $(PROGRAMS); do \
	    command -v "$${pair%%:*}" >/dev/null || missing="$$missing $${pair#*:}"; \
	done; \
	for pair in $(FILES); do \
	    [ -e "$${pair%%:*}" ] || missing="$$missing $${pair#*:}"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	if ! command -v apt-get >/dev/null; then \
	    echo "install these (names of Debian packages):$$missing"; exit 1; \
	fi; \
	sudo=; [ "$$(id -u)" -eq 0 ] || sudo=sudo; \
	echo "installing:$$missing"; \
	$$sudo apt-get update -q && \
	$$sudo env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -q -y --no-install-recommends $$missing
	@for part in fmt:rustfmt clippy:clippy; do \
	    $(CARGO) "$${part%%:*}" --version >/dev/null 2>&1 || rustup component add "$${part#*:}"; \
	done

build: setup
	$(CARGO) build --release

# What `build` leaves. (`cargo run -p` chooses features for one crate, and would build again.)
BUILT := $(or $(CARGO_TARGET_DIR),target)/release
CLEW := $(BUILT)/clew
BENCH := $(BUILT)/clew-bench

demo: build
	@echo; echo '--- clew gen examples/triangle.c -o clew-out'
	@$(CLEW) gen examples/triangle.c -o clew-out
	@echo; echo '--- make -C clew-out'
	@$(MAKE) -s -C clew-out
	@echo; echo '--- clew run examples/demo.c -- 0'
	@$(CLEW) run examples/demo.c -- 0
	@echo; echo '--- clew run examples/demo.c -- 5'
	@$(CLEW) run examples/demo.c -- 5 || echo "(exit status $$?, as of the signal)"
	@echo; echo '--- clew cfg examples/demo.c -f drop_below'
	@$(CLEW) cfg examples/demo.c -f drop_below

# One profile for all, so that nothing is built twice; the tests mostly run the program itself.
lint: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --workspace --all-targets -- -D warnings

test: lint
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
	    set -x; $(CARGO) nextest run --release --workspace --no-fail-fast; \
	else \
	    set -x; $(CARGO) test --release --workspace --no-fail-fast; \
	fi

fuzz: PROGRAMS += csmith:csmith
fuzz: FILES += /usr/include/csmith/csmith.h:libcsmith-dev
fuzz: build
	@status=0; \
	$(BENCH) fuzz --jobs $(JOBS) --from $(FUZZ_FROM) --count $(FUZZ_DEFAULT) || status=1; \
	$(BENCH) fuzz --jobs $(JOBS) --from $(FUZZ_FROM) --count $(FUZZ_FLOATS) --options floats \
	    || status=1; \
	$(BENCH) truth --from $(FUZZ_FROM) --count $(FUZZ_TRUTH) || status=1; \
	$(BENCH) refute --jobs $(JOBS) --from $(FUZZ_FROM) --functions $(FUZZ_REFUTE) || status=1; \
	exit $$status

# The same for about a minute, from a seed of its own each day.
fuzz-minute:
	@$(MAKE) fuzz FUZZ_FROM=$$(date +%y%m%d) FUZZ_DEFAULT=30 FUZZ_FLOATS=15 FUZZ_TRUTH=20 FUZZ_REFUTE=5

bench: build
	$(BENCH) all

# Tools that only one target needs are built once, in target/tools.
TOOLS := $(CURDIR)/target/tools
$(TOOLS)/bin/%:
	$(CARGO) install --locked --root $(TOOLS) $*

docs: $(TOOLS)/bin/mdbook
	$(TOOLS)/bin/mdbook build

rustdoc:
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --release --workspace --no-deps --document-private-items

# Licences, bans and sources; known vulnerabilities where their database can be reached.
deny: $(TOOLS)/bin/cargo-deny
	$(TOOLS)/bin/cargo-deny --all-features check licenses bans sources
	$(TOOLS)/bin/cargo-deny check advisories || [ -z "$(ADVISORIES)" ]

# The oldest Rust that Cargo.toml promises.
OLDEST := $(shell sed -n 's/^rust-version = "\(.*\)"$$/\1/p' Cargo.toml)
oldest: setup
	rustup toolchain install $(OLDEST) --profile minimal --no-self-update
	rustup run $(OLDEST) cargo check --locked --workspace --target-dir target/oldest

dist: setup
	packaging/dist.sh

clean:
	$(CARGO) clean
