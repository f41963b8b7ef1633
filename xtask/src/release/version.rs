//! Versions, and where they stand.

use std::{fmt, str::FromStr};

use crate::Result;

/// Such as `0.1.0`.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Version([u32; 3]);

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self> {
        let parts: Option<Vec<u32>> = text.split('.').map(|it| it.parse().ok()).collect();
        let version = parts.and_then(|it| it.try_into().ok()).map(Self);
        // Written back, so that `+1` and `01` are no numbers.
        let exact = version.filter(|it| it.to_string() == text);
        exact.ok_or_else(|| format!("'{text}' is not a version, such as 0.2.0"))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.0;
        write!(f, "{major}.{minor}.{patch}")
    }
}

/// The version that the workspace's manifest states for its crates.
pub(super) fn current(manifest: &str) -> Result<Version> {
    let (_, package) = manifest.split_once("[workspace.package]\n").ok_or("no workspace")?;
    let stated = package.lines().find_map(|it| it.strip_prefix("version = "));
    stated.ok_or("the workspace states no version")?.trim_matches('"').parse()
}

/// The manifest with another version: of all crates, and of each as a dependency of the others.
pub(super) fn in_manifest(text: &str, old: Version, new: Version) -> String {
    let is_ours = |line: &str| line.starts_with("version = ") || line.contains("path = \"crates/");
    lines(text, |line| if is_ours(line) { replaced(line, old, new) } else { line.to_owned() })
}

/// The lock file with another version of the crates that come from no registry.
pub(super) fn in_lock(text: &str, old: Version, new: Version) -> String {
    let ours = |package: &&str| !package.contains("\nsource = ");
    let packages = text.split("\n\n").map(|it| match Some(it).filter(ours) {
        Some(own) => replaced(own, old, new),
        None => it.to_owned(),
    });
    packages.collect::<Vec<_>>().join("\n\n")
}

fn lines(text: &str, change: impl Fn(&str) -> String) -> String {
    text.split('\n').map(change).collect::<Vec<_>>().join("\n")
}

fn replaced(text: &str, old: Version, new: Version) -> String {
    text.replace(&format!("version = \"{old}\""), &format!("version = \"{new}\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::crates;

    fn version(text: &str) -> Version {
        text.parse().expect("a version")
    }

    #[test]
    fn versions_have_three_numbers_and_an_order() {
        assert!(version("0.9.0") < version("0.10.0") && version("0.10.0") < version("1.0.0"));
        for wrong in ["", "1", "1.2", "1.2.3.4", "1.2.x", "v1.2.3", "01.2.3", "+1.2.3", "1.2.3-a"] {
            assert!(wrong.parse::<Version>().is_err(), "{wrong}");
        }
    }

    /// All crates but the command are dependencies of others.
    #[test]
    fn the_own_manifest_changes_all_its_versions() {
        let text = include_str!("../../../Cargo.toml");
        let old = current(text).expect("the workspace has a version");
        let new = version("98.7.6");
        let bumped = in_manifest(text, old, new);
        assert_eq!(current(&bumped), Ok(new));
        let count = bumped.matches("version = \"98.7.6\"").count();
        assert_eq!(count, crates().expect("the crates").len());
        assert_eq!(in_manifest(&bumped, new, old), text);
        assert_eq!(in_manifest(text, old, old), text);
    }

    #[test]
    fn other_crates_of_the_same_version_stay() {
        let text = "[workspace.package]\nversion = \"0.1.0\"\n\n[workspace.dependencies]\n\
            lat-x = { path = \"crates/lat-x\", version = \"0.1.0\" }\nother = { version = \"0.1.0\" }\n";
        let wanted = "[workspace.package]\nversion = \"0.2.0\"\n\n[workspace.dependencies]\n\
            lat-x = { path = \"crates/lat-x\", version = \"0.2.0\" }\nother = { version = \"0.1.0\" }\n";
        assert_eq!(in_manifest(text, version("0.1.0"), version("0.2.0")), wanted);

        let package = |name: &str, version: &str, source: &str| {
            format!("[[package]]\nname = \"{name}\"\nversion = \"{version}\"\n{source}")
        };
        let (taken, no) = ("source = \"registry+x\"\n", "");
        let lock = |ours: &str| {
            let others = package("b", "0.1.0", taken);
            format!(
                "version = 4\n\n{}\n{others}\n{}",
                package("a", ours, no),
                package("c", ours, no)
            )
        };
        assert_eq!(in_lock(&lock("0.1.0"), version("0.1.0"), version("0.2.0")), lock("0.2.0"));
    }
}
