//! What NumPy's `loadtxt`, `genfromtxt` and `savetxt` do, and what is done here: the same, or what
//! `data/numpy/differs.jsonl` says, with the reason. `data/numpy/README.md` says where the cases
//! are from.

mod expect;
mod load;
mod save;

use std::collections::BTreeMap;

use latio_tests::data;
use serde_json::Value;

fn lines(name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(data("numpy").join(name)).unwrap();
    text.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

/// Runs the cases of a file. `check` says what is wrong with the outcome that it is given, if
/// anything.
fn run(file: &str, wanted: usize, check: impl Fn(&Value, &Value) -> Result<(), String>) {
    let cases = lines(file);
    assert_eq!(cases.len(), wanted, "cases");
    let mut differs: BTreeMap<String, Value> = lines("differs.jsonl")
        .into_iter()
        .filter(|it| it["file"] == file)
        .map(|it| (it["name"].as_str().unwrap().to_owned(), it))
        .collect();
    let mut wrong = Vec::new();
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        let as_numpy = check(case, &case["expect"]);
        match (as_numpy, differs.remove(name)) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => wrong.push(format!("{name}: is as NumPy has it, yet listed")),
            (Err(err), None) => wrong.push(format!("{name}: {err}")),
            (Err(_), Some(own)) => {
                assert!(own["why"].as_str().unwrap().starts_with("SPEC "), "{name}: why?");
                if let Err(err) = check(case, &own["expect"]) {
                    wrong.push(format!("{name} ({}): {err}", own["why"]));
                }
            }
        }
    }
    assert!(differs.is_empty(), "no such cases: {:?}", differs.keys());
    assert!(wrong.is_empty(), "{} cases failed\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn loads_as_numpy_or_with_a_reason() {
    run("cases.jsonl", 280, |case, expect| expect::check(&load::load(case), expect));
}

#[test]
fn saves_as_numpy_or_with_a_reason() {
    run("savetxt.jsonl", 82, |case, expect| save::check(&save::save(case), expect));
}
