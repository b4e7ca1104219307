#!/usr/bin/env bash
# Brings libtorch, which the cargo feature `torch` links to, into the ignored folder libtorch/. Does nothing when it is there, or when
# LIBTORCH names another. What it fetches is kept until it is unpacked, so an interrupted run goes on where it was.
#
#   scripts/libtorch.sh          the CPU parts of PyTorch's wheel, by pip
#   scripts/libtorch.sh cuda     all of that wheel's libraries, for a machine with a GPU (needs the CUDA 13 libraries there)
#   scripts/libtorch.sh zip      PyTorch's own archive for C++, by curl
set -euo pipefail
cd "$(dirname "$0")/.."

version=2.13.0
kind=${1:-cpu}
target=libtorch
fetched=$target.part

fail() { printf 'libtorch: %s\n' "$*" >&2; exit 1; }

check() { # FOLDER: what it holds is what we link to
    [ -e "$1/lib/libtorch_cpu.so" ] || fail "$1/lib has no libtorch_cpu.so"
    [ -e "$1/include/torch/csrc/api/include/torch/torch.h" ] || fail "$1/include has no torch headers"
    if [ -e "$1/build-version" ]; then
        case "$(cat "$1/build-version")" in
            "$version" | "$version"+*) ;;
            *) fail "$1 is version $(cat "$1/build-version"), expected $version" ;;
        esac
    fi
}

if [ -n "${LIBTORCH:-}" ] && [ "$(realpath -m "$LIBTORCH")" != "$(realpath -m $target)" ]; then
    check "$LIBTORCH"
    exit 0
fi
if [ -e "$target/complete" ] && [ "$(cat $target/complete)" = "$version $kind" ]; then exit 0; fi

case "$kind" in
    cpu | cuda)
        [ "$(uname -sm)" = "Linux x86_64" ] ||
            fail "the wheel is for Linux on x86-64, this is $(uname -sm): install PyTorch $version and set LIBTORCH to its folder"
        python3 -m pip --version >/dev/null 2>&1 ||
            fail "python3 with pip is needed to fetch it; or set LIBTORCH to a libtorch $version, or try: scripts/libtorch.sh zip"
        mkdir -p $fetched
        echo "libtorch: fetching PyTorch $version (550 MB)" >&2
        # Python's version and the platform are fixed so that everybody gets the files whose hashes are listed.
        python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary=:all: \
            --python-version 3.12 --implementation cp --platform manylinux_2_28_x86_64 --platform manylinux_2_25_x86_64 \
            --platform manylinux2014_x86_64 --dest $fetched --requirement scripts/libtorch.txt ||
            fail "pip could not fetch it (see above); or set LIBTORCH to a libtorch $version"
        python3 scripts/unpack_wheels.py $fetched $fetched/new "$kind" || fail "unpacking failed"
        if [ "$kind" = cpu ]; then
            # The wheel's libtorch.so asks for the CUDA library. Ours is as empty and asks for the CPU library only.
            ${CC:-cc} -shared -o $fetched/new/lib/libtorch.so -Wl,-soname,libtorch.so -Wl,--no-as-needed \
                -L$fetched/new/lib -Wl,--allow-shlib-undefined -ltorch_cpu -Wl,-rpath,'$ORIGIN' -x c /dev/null ||
                fail "the C compiler ${CC:-cc} could not link libtorch.so"
        fi
        echo "$version+cu130" >$fetched/new/build-version
        ;;
    zip)
        mkdir -p $fetched
        curl --fail --location --continue-at - --output $fetched/libtorch.zip \
            "https://download.pytorch.org/libtorch/cpu/libtorch-shared-with-deps-$version%2Bcpu.zip" ||
            fail "curl could not fetch it"
        rm -rf $fetched/new $fetched/libtorch
        python3 -m zipfile -e $fetched/libtorch.zip $fetched || fail "$fetched/libtorch.zip is damaged: delete it and try again"
        mv $fetched/libtorch $fetched/new
        ;;
    *) fail "unknown kind $kind, expected cpu, cuda or zip" ;;
esac

check $fetched/new
echo "$version $kind" >$fetched/new/complete
rm -rf $target
mv $fetched/new $target
rm -rf $fetched
echo "libtorch: $version ($kind) is in $target/" >&2
