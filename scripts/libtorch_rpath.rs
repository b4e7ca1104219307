//! Build script of every crate whose programs or tests link to libtorch with the feature `torch`: they find it at run time
//! where it was at build time, without environment variables. `LIBTORCH` comes from the environment or .cargo/config.toml.

use std::{env, path::PathBuf};

fn main() {
    println!("cargo:rerun-if-env-changed=LIBTORCH");
    if env::var_os("CARGO_FEATURE_TORCH").is_none() {
        return;
    }
    let Some(libtorch) = env::var_os("LIBTORCH").map(PathBuf::from) else { return };
    let lib = libtorch.join("lib");
    assert!(
        lib.join("libtorch_cpu.so").exists() || lib.join("libtorch_cpu.dylib").exists(),
        "the feature `torch` needs libtorch in {}: run scripts/libtorch.sh, or set LIBTORCH",
        libtorch.display()
    );
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", lib.display());
}
