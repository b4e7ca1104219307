#!/usr/bin/env bash
# Brings axe-core into target/axe: the checks of pages for people who use them without eyes or without a mouse. Tests of
# pages run it in Chromium; without it they skip that part. Needs npm.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p target/axe
npm install --silent --no-fund --no-audit --prefix target/axe axe-core@4
echo "target/axe/node_modules/axe-core: $(sed -n 's/.*"version": "\(.*\)".*/\1/p' target/axe/node_modules/axe-core/package.json)"
