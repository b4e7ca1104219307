#!/bin/sh
# Instructions a call of each workload of a bench, by valgrind: engine/benches/instructions.sh [BENCH] [WORKLOAD…]
# Two runs of different length are subtracted, so that start-up, tables and corpora do not count.
set -eu
cd "$(dirname "$0")/../.."
bench=${1:-shape}
[ $# -gt 0 ] && shift
binary=$(cargo bench -q -p mcr-engine --bench "$bench" --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1)
hands=4096
counted() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" --instructions "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : //p'
}
for workload in ${*:-$("$binary" --instructions)}; do
    few=$(counted "$workload" 1)
    many=$(counted "$workload" 6)
    echo "$workload $(((many - few) / 5 / hands))"
done
