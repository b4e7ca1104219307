"""Unpacks from PyTorch's wheels what linking and running need: unpack_wheels.py WHEELS TARGET cpu|cuda."""

import pathlib
import shutil
import sys
import zipfile

# The CPU library and what it loads. A training machine with a GPU takes all.
CPU = {"libtorch_cpu.so", "libc10.so", "libgomp.so.1", "libcudart.so.13", "libcupti.so.13"}
SKIPPED = {"libtorch_python.so"}


def wanted(name: str, kind: str) -> pathlib.PurePosixPath | None:
    """Where a member of a wheel belongs in the folder; None: nowhere."""
    path = pathlib.PurePosixPath(name)
    if path.parts[:2] == ("torch", "include"):
        return path.relative_to("torch")
    if path.parent.name == "lib" and ".so" in path.name and path.name not in SKIPPED:
        if kind == "cuda" or path.name in CPU:
            return pathlib.PurePosixPath("lib") / path.name
    return None


def main(wheels: str, target: str, kind: str) -> None:
    root = pathlib.Path(target)
    shutil.rmtree(root, ignore_errors=True)
    found = set()
    for wheel in sorted(pathlib.Path(wheels).glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                place = wanted(member.filename, kind)
                if place is None or member.is_dir():
                    continue
                found.add(place.name)
                out = root / place
                out.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as source, out.open("wb") as sink:
                    shutil.copyfileobj(source, sink, 1 << 20)
    missing = CPU - found
    if missing:
        sys.exit(f"the wheels in {wheels} lack {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
