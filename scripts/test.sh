#!/usr/bin/env bash
# Every check of the project: format, lints, docs, tests, and those of the neural parts. Needs Rust, a C++ compiler and python3 with
# pip; fetches crates and libtorch (scripts/libtorch.sh) on first use. Pages are opened where there are Chromium and npm.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

step "format"
cargo fmt --all --check

step "lints (warnings are errors)"
cargo clippy --workspace --all-targets -- -D warnings

step "documentation (warnings are errors)"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet

step "nothing needs libtorch"
if cargo tree --workspace --edges normal --prefix none | grep -qE '^(tch|torch-sys) '; then
    echo "tch is reachable without the feature torch" >&2
    exit 1
fi

step "axe-core, for the tests of pages"
if command -v npm > /dev/null; then ./scripts/axe.sh; else echo "skipped: no npm"; fi

step "tests"
cargo test --workspace

step "libtorch"
./scripts/libtorch.sh

step "lints with the feature torch"
cargo clippy --workspace --all-targets --features torch -- -D warnings

step "tests with the feature torch"
# The whole workspace is named so that its dependencies are built once, as for the lints.
cargo test --workspace --features torch --lib --test contract --test libtorch --test neural --test supervised --test labels --test better --test belief --test together --test train
