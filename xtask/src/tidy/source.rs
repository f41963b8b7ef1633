//! What must hold of every file: its size, its words, its crate's promises.

use super::{
    Faults,
    files::File,
    functions::functions,
    mask::{Mask, masked},
};

const MAX_FILE: usize = 400;
const MAX_FUNCTION: usize = 60;

/// Only these files may hold unsafe code.
const UNSAFE: &[&str] = &["crates/lat-core/src/sys.rs"];

/// Paths that exist on one machine only, spelled so that this file does not hold them.
const MACHINE_PATHS: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("../sha", "red"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
];

/// Names of formats, which `lat-core` must not know.
const FORMAT_NAMES: &[&str] = &["csv", "json", "npy", "npz"];

pub(super) fn check(file: &File) -> Faults {
    let mut faults = machine_paths(file);
    if file.has_extension("rs") {
        let code = masked(&file.text, Mask::BOTH);
        faults.extend(too_long(file, &code));
        faults.extend(unfinished(file, &code));
        faults.extend(unsafe_code(file, &code));
        faults.extend(not_forbidding(file));
        faults.extend(named_formats(file));
    }
    faults
}

fn machine_paths(file: &File) -> Faults {
    lines_with(&file.text, MACHINE_PATHS)
        .map(|(line, word)| file.fault(line, format!("{word} is on one machine only")))
        .collect()
}

fn too_long(file: &File, code: &str) -> Faults {
    let lines = code.lines().count();
    let mut faults = Faults::new();
    if lines >= MAX_FILE {
        faults.push(format!("{}: {lines} lines, {MAX_FILE} are too many", file.name));
    }
    let long = functions(code).into_iter().filter(|it| it.lines > MAX_FUNCTION);
    faults.extend(long.map(|it| {
        file.fault(it.line, format!("{} has {} lines, over {MAX_FUNCTION}", it.name, it.lines))
    }));
    faults
}

fn unfinished(file: &File, code: &str) -> Faults {
    let text = masked(&file.text, Mask::STRINGS);
    let in_code = lines_with(code, &["todo!", "unimplemented!", "#[ignore"]);
    let anywhere = lines_with(&text, &["FIXME", "TODO", "XXX"]);
    in_code
        .chain(anywhere)
        .map(|(line, word)| file.fault(line, format!("{word} is left")))
        .collect()
}

fn unsafe_code(file: &File, code: &str) -> Faults {
    let explained = is_test(&file.name) && file.text.contains("// SAFETY:");
    if explained || UNSAFE.contains(&&*file.name) {
        return Faults::new();
    }
    let lines = code.lines().enumerate().filter(|(_, line)| has_word(line, "unsafe"));
    lines.map(|(line, _)| file.fault(line, "unsafe code outside lat-core's sys.rs")).collect()
}

/// Files of the tests package, of a crate's `tests` and `benches`, and of the fuzz targets.
fn is_test(name: &str) -> bool {
    let beside = name.contains("/tests/") || name.contains("/benches/");
    beside || ["tests/", "benches/", "fuzz/"].iter().any(|it| name.starts_with(it))
}

fn not_forbidding(file: &File) -> Option<String> {
    let path: Vec<_> = file.name.split('/').collect();
    let is_root =
        matches!(path[..], ["crates", krate, "src", "lib.rs" | "main.rs"] if krate != "lat-core");
    let wrong = is_root && !file.text.contains("#![forbid(unsafe_code)]");
    wrong.then(|| format!("{}: lacks #![forbid(unsafe_code)]", file.name))
}

/// Comments and tests of `lat-core` may name formats, as examples.
fn named_formats(file: &File) -> Faults {
    let core = file.name.starts_with("crates/lat-core/src/") && !file.name.ends_with("/tests.rs");
    let text = masked(&file.text, Mask::COMMENTS).to_ascii_lowercase();
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    lines_with(code, FORMAT_NAMES)
        .filter(|_| core)
        .map(|(line, word)| file.fault(line, format!("lat-core knows of {word}")))
        .collect()
}

/// The lines that hold one of `words`, counted from 0, with the word.
fn lines_with<'a>(text: &'a str, words: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a str)> {
    text.lines().enumerate().filter_map(|(idx, line)| {
        words.iter().find(|word| line.contains(**word)).map(|word| (idx, *word))
    })
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|it: char| !it.is_alphanumeric() && it != '_').any(|it| it == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> File {
        File { name: name.into(), path: name.into(), text: text.into() }
    }

    #[test]
    fn each_fault_is_found() {
        for (name, text, wanted) in [
            ("crates/lat-x/src/a.rs", "fn f() { unsafe { g() } }", "unsafe code"),
            ("crates/lat-x/src/lib.rs", "//! x\n", "forbid(unsafe_code)"),
            ("crates/lat-core/src/a.rs", "struct CsvReader;", "knows of csv"),
            ("crates/lat-core/src/a.rs", "const X: &str = \"npy\";", "knows of npy"),
            ("tests/it/a.rs", "#[ignore]\nfn f() {}", "#[ignore is left"),
            ("tests/it/a.rs", "// FIXME: later", "FIXME is left"),
            ("tests/a.py", concat!("open('/wo", "rk/a')"), "one machine only"),
        ] {
            let faults = check(&file(name, text)).join("\n");
            assert!(faults.contains(wanted), "{name}: {text}: {faults:?}");
        }
        let long = format!("fn f() {{\n{}}}\n", "x();\n".repeat(MAX_FUNCTION));
        assert!(check(&file("a.rs", &long))[0].contains("f has 62 lines"));
        assert!(check(&file("a.rs", &"\n".repeat(MAX_FILE)))[0].contains("400 lines"));
    }

    #[test]
    fn what_may_be_is_let_be() {
        for (name, text) in [
            ("crates/lat-core/src/sys.rs", "fn f() { unsafe { g() } }"),
            ("crates/lat-x/src/lib.rs", "#![forbid(unsafe_code)]\n//! Not unsafe.\n"),
            ("crates/lat-core/src/a.rs", "/// As `load_csv` does.\nfn f() {}\n"),
            ("tests/it/a.rs", "// SAFETY: as the system's.\nunsafe fn f() {}\n"),
            ("xtask/src/a.rs", "const X: &str = \"todo!\";"),
        ] {
            assert_eq!(check(&file(name, text)), Faults::new(), "{name}: {text}");
        }
    }
}
