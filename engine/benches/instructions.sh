#!/bin/sh
# Instructions a call of each workload of a bench, by valgrind: engine/benches/instructions.sh [BENCH] [WORKLOAD…]
# BENCH is shape, fan or deal of the engine, or log of sim. Two runs of different length are subtracted, so that
# start-up, tables and corpora do not count.
set -eu
cd "$(dirname "$0")/../.."
bench=${1:-shape}
[ $# -gt 0 ] && shift
package=mcr-engine
[ "$bench" = log ] && package=mcr-sim
binary=$(cargo bench -q -p "$package" --bench "$bench" --no-run --message-format json |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -1)
counted() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" --instructions "$1" "$2" 2>&1 |
        sed -n 's/.*Collected : //p'
}
"$binary" --instructions | while read -r workload calls; do
    case " ${*:-$workload} " in *" $workload "*) ;; *) continue ;; esac
    few=$(counted "$workload" 1)
    many=$(counted "$workload" 3)
    echo "$workload $(((many - few) / 2 / calls))"
done
