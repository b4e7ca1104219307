#!/usr/bin/env bash
# Every check of the project: format, lints, docs, tests. Needs Rust and a C compiler; fetches crates on first use.
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

step "tests"
cargo test --workspace
