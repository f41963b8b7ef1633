//! The crate graph: a star around `lat-core`, and the umbrella over it.

use super::Faults;
use crate::{
    Result,
    manifest::{Manifest, crates},
};

pub(super) fn check() -> Result<Faults> {
    let crates = crates()?;
    let mut faults: Faults = crates.iter().flat_map(check_crate).collect();
    let umbrella = crates.iter().find(|it| it.name == "latio").ok_or("no crate latio")?;
    for krate in crates.iter().filter(|it| it.name.starts_with("lat-")) {
        if !umbrella.dependencies.contains(&krate.name) {
            faults.push(format!("crates/latio: does not depend on {}", krate.name));
        }
    }
    Ok(faults)
}

fn check_crate(krate: &Manifest) -> Faults {
    let of_workspace = |it: &&String| it.starts_with("lat-") || it.starts_with("latio");
    let wrong = krate.dependencies.iter().filter(of_workspace).filter(|it| !may_use(krate, it));
    wrong.map(|it| format!("{}: depends on {it}", krate.dir.display())).collect()
}

fn may_use(krate: &Manifest, dependency: &str) -> bool {
    match &*krate.name {
        "lat-core" => false,
        "latio" => dependency.starts_with("lat-"),
        "latio-cli" => true,
        _ => dependency == "lat-core",
    }
}
