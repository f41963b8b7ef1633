//! A file is loaded.

use latio::{DType, Want};
use serde_json::Value;

use super::{Case, expect, options};

pub(super) fn run(case: &Case) -> Result<(), String> {
    let input = case.dir.join(case.json["input"][0].as_str().unwrap());
    let options = &case.json["options"];
    let found = options::load(case.text("format"), &input, options, want(case));
    let accepted = case.json["accept"].as_array().into_iter().flatten();
    let outcomes = std::iter::once(&case.json["expect"]).chain(accepted);
    // Numbers without a point are integers here, where the cases have floats.
    let integers = !std::fs::read(&input).unwrap().contains(&b'.');
    let check = |it| expect::check(&found, it, integers).err().ok_or(());
    let wrong: Result<Vec<String>, ()> = outcomes.map(check).collect();
    wrong.map_or(Ok(()), |wrong| Err(wrong.join("; and ")))
}

/// The dtype that the case gives, and rank 2 where only that tells a row from a list.
fn want(case: &Case) -> Want {
    let dtype = case.json["options"]["dtype"].as_str().map(|it| it.parse::<DType>().unwrap());
    let shape = case.json["expect"]["shape"].as_array();
    let thin = shape.is_some_and(|it| it.len() == 2 && it.contains(&Value::from(1)));
    let table = matches!(case.text("format"), "csv" | "text");
    Want::ANYTHING.dtype(dtype).rank((thin && table).then_some(2))
}
