//! Every build that a user may ask for.

use std::path::Path;

use crate::{
    Result,
    manifest::{Manifest, crates},
    run::{TempDir, cargo, make_dir, output, root, run as run_program, write},
};

pub(crate) const ABOUT: &str =
    "builds each crate alone, each feature, each set of formats, and a user's crate";

/// The features of `latio` that are a format each.
const FORMATS: [&str; 4] = ["csv", "json", "npy", "text"];

/// What `lat-npy` alone must not make its users build.
const NOT_FOR_NPY: &[&str] =
    &["csv", "csv-core", "fast-float2", "itoa", "ryu", "serde", "serde_core", "serde_json", "zmij"];

pub(crate) fn run(_: &[String]) -> Result {
    for krate in &crates()? {
        check_features(krate)?;
    }
    for set in 0..1_u32 << FORMATS.len() {
        let picked = FORMATS.iter().enumerate().filter(|(idx, _)| set >> idx & 1 == 1);
        let picked = picked.map(|(_, name)| *name).collect::<Vec<_>>().join(",");
        check("latio", &format!("--no-default-features --features={picked}"))?;
    }
    check_npy_tree()?;
    build_as_users_do()
}

/// One crate by itself: as it comes, bare, and with each feature alone.
fn check_features(krate: &Manifest) -> Result {
    check(&krate.name, "")?;
    if krate.features.is_empty() {
        return Ok(());
    }
    check(&krate.name, "--no-default-features")?;
    for feature in krate.features.iter().filter(|it| !is_format_set(krate, it)) {
        check(&krate.name, &format!("--no-default-features --features={feature}"))?;
    }
    check(&krate.name, "--all-features")
}

/// The umbrella's formats are checked in all their combinations instead.
fn is_format_set(krate: &Manifest, feature: &str) -> bool {
    krate.name == "latio" && FORMATS.contains(&feature)
}

/// Clippy does what `cargo check` does, and denies warnings without a build of its own.
fn check(package: &str, features: &str) -> Result {
    let args = format!("clippy --quiet --package {package} {features} -- -D warnings");
    run_program(&mut cargo(&args))
}

fn check_npy_tree() -> Result {
    let mut command = cargo("tree --package lat-npy --edges normal --prefix none --format {p}");
    let tree = output(&mut command)?;
    let names = tree.lines().filter_map(|it| it.split_whitespace().next());
    match names.into_iter().find(|it| NOT_FOR_NPY.contains(it)) {
        Some(name) => Err(format!("lat-npy depends on {name}, which reads or writes text")),
        None => Ok(()),
    }
}

/// A crate outside the workspace, which depends on one format alone.
fn build_as_users_do() -> Result {
    for (krate, kind, text) in [
        ("lat-csv", "Csv", "1,2\\n3,4\\n"),
        ("lat-json", "Json", "{\\\"data\\\": [[1, 2], [3, 4]]}"),
        ("lat-text", "Text", "1 2\\n3 4\\n"),
    ] {
        let read = format!("let array = {kind}::new().read::<NdArray>(\"{text}\".as_bytes())?;");
        build_user(krate, kind, &read)?;
    }
    let read = "let mut file = Vec::new();\n    \
        Npy::new().write(&mut file, &NdArray::from(ndarray::array![[1_i64, 2], [3, 4]]))?;\n    \
        let array = Npy::new().read::<NdArray>(&file[..])?;";
    build_user("lat-npy", "Npy", read)
}

fn build_user(krate: &str, kind: &str, read: &str) -> Result {
    let dir = TempDir::new(&format!("user-of-{krate}"))?;
    make_dir(&dir.path().join("src"))?;
    write(&dir.path().join("Cargo.toml"), &user_manifest(krate))?;
    write(&dir.path().join("src/main.rs"), &user_program(&krate.replace('-', "_"), kind, read))?;
    reuse_lock(dir.path());
    run_program(cargo("run --quiet").current_dir(dir.path()))
}

fn user_manifest(krate: &str) -> String {
    let path = root().join("crates").join(krate);
    let path = path.display();
    format!(
        "[package]\nname = \"user-of-{krate}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nndarray = \"0.17\"\n{krate} = {{ path = '{path}' }}\n\n[workspace]\n"
    )
}

fn user_program(krate: &str, kind: &str, read: &str) -> String {
    format!(
        "use {krate}::{{Format, NdArray, {kind}}};\n\n\
         fn main() -> Result<(), Box<dyn std::error::Error>> {{\n    {read}\n    \
         assert_eq!(array.shape(), [2, 2]);\n    \
         let array: ndarray::Array2<i64> = array.try_into()?;\n    \
         assert_eq!(array, ndarray::array![[1, 2], [3, 4]]);\n    Ok(())\n}}\n"
    )
}

/// The versions that the workspace has built already.
fn reuse_lock(dir: &Path) {
    // Without the file Cargo picks versions itself.
    let _ = std::fs::copy(root().join("Cargo.lock"), dir.join("Cargo.lock"));
}
