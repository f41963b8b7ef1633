//! What a registry shows of a crate.

use super::tree::Tree;
use crate::{Result, manifest::crates, run::read};

/// The keys of a package that must be there.
const KEYS: [&str; 6] =
    ["description", "license", "repository", "rust-version", "keywords", "categories"];

/// Fails for a crate that lacks one, or a README.
pub(super) fn check(tree: &Tree) -> Result {
    for krate in crates()? {
        let dir = tree.path("crates").join(&krate.name);
        let mut missing = missing(&read(&dir.join("Cargo.toml"))?);
        missing.extend((!dir.join("README.md").exists()).then_some("README.md"));
        if !missing.is_empty() {
            return Err(format!("{} lacks {}", krate.name, missing.join(", ")));
        }
    }
    Ok(())
}

fn missing(manifest: &str) -> Vec<&'static str> {
    let package = manifest.split("\n[").next().unwrap_or_default();
    let has = |key: &str| package.lines().any(|it| it.split(['.', ' ']).next() == Some(key));
    KEYS.into_iter().filter(|it| !has(it)).collect()
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn keys_are_looked_for_in_the_package() {
        let package = "[package]\nname = \"x\"\ndescription = \"y\"\nlicense.workspace = true\n\
            repository.workspace = true\nrust-version = \"1.85\"\nkeywords.workspace = true\n";
        assert_eq!(missing(&format!("{package}\n[x]\ncategories = []\n")), ["categories"]);
        assert_eq!(missing(&format!("{package}categories = []\n")), [""; 0]);
    }
}
