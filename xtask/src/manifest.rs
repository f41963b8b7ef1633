//! What the chores need of a `Cargo.toml`, read line by line: this project writes them plainly.

use std::path::{Path, PathBuf};

use crate::{
    Result,
    run::{read, root},
};

/// A crate of the workspace.
pub(crate) struct Manifest {
    pub(crate) name: String,
    /// Where it lies.
    pub(crate) dir: PathBuf,
    /// Its features, but `default`.
    pub(crate) features: Vec<String>,
    /// What it depends on, in tests and builds too.
    pub(crate) dependencies: Vec<String>,
}

/// The crates under `crates/`, by name.
pub(crate) fn crates() -> Result<Vec<Manifest>> {
    let dir = root().join("crates");
    let entries = std::fs::read_dir(&dir).map_err(|err| format!("{}: {err}", dir.display()))?;
    let mut all = entries
        .filter_map(|it| it.ok().map(|it| it.path()))
        .filter(|it| it.join("Cargo.toml").is_file())
        .map(|it| Manifest::load(&it))
        .collect::<Result<Vec<_>>>()?;
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

impl Manifest {
    fn load(dir: &Path) -> Result<Self> {
        let text = read(&dir.join("Cargo.toml"))?;
        let keys = |section: &str| keys(&text, |it| it == section);
        let name = value(&text, "package", "name").ok_or("a crate without a name")?;
        Ok(Self {
            name,
            dir: dir.to_owned(),
            features: keys("features").into_iter().filter(|it| it != "default").collect(),
            dependencies: self::keys(&text, |it| it.ends_with("dependencies")),
        })
    }
}

/// The lines `key = value` of the sections that `pick` takes.
fn entries(text: &str, pick: impl Fn(&str) -> bool) -> impl Iterator<Item = (&str, &str)> {
    let mut picked = false;
    text.lines().filter_map(move |line| {
        if let Some(section) = line.strip_prefix('[') {
            picked = pick(section.trim_end_matches(']'));
            return None;
        }
        let plain = picked && !line.starts_with([' ', '#', ']']);
        line.split_once('=').filter(|_| plain).map(|(key, value)| (key.trim(), value.trim()))
    })
}

fn keys(text: &str, pick: impl Fn(&str) -> bool) -> Vec<String> {
    let names = entries(text, pick).map(|(key, _)| key.split('.').next().unwrap_or(key));
    names.map(str::to_owned).collect()
}

fn value(text: &str, section: &str, key: &str) -> Option<String> {
    let (_, value) = entries(text, |it| it == section).find(|it| it.0 == key)?;
    Some(value.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[package]\nname = \"lat-x\"\n\n[features]\ndefault = [\"a\"]\n# Why.\n\
        a = []\nb = [\n    \"dep:c\",\n]\n\n[dependencies]\ncsv.workspace = true\n\
        lat-core = { workspace = true }\n\n[target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n";

    #[test]
    fn sections_are_told_apart() {
        assert_eq!(value(TEXT, "package", "name").as_deref(), Some("lat-x"));
        assert_eq!(keys(TEXT, |it| it == "features"), ["default", "a", "b"]);
        let all = keys(TEXT, |it| it.ends_with("dependencies"));
        assert_eq!(all, ["csv", "lat-core", "libc"]);
    }
}
