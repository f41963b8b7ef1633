//! An array is saved, and loaded again.

use latio::{
    Csv, Format, Json, NdArray, Npy, Text, Want,
    lat_core::format::{load_with, save_with},
    ndarray::{Array3, s},
};
use latio_tests::TempDir;
use serde_json::Value;

use super::{Case, expect};

pub(super) fn run(case: &Case) -> Result<(), String> {
    let own = vec![case.json["format"].clone()];
    let formats = case.json["repeat_for_formats"].as_array().unwrap_or(&own);
    formats.iter().try_for_each(|it| save(case, it.as_str().unwrap()))
}

fn save(case: &Case, name: &str) -> Result<(), String> {
    let format: Box<dyn Format> = match name {
        "csv" => Box::new(Csv::new()),
        "json" => Box::new(Json::new()),
        "npy" => Box::new(Npy::new()),
        // A text file does not say which rank it had.
        _ => Box::new(
            Text::new().ndmin(case.json["array"]["shape"].as_array().unwrap().len().min(2)),
        ),
    };
    let array = expect::array(&case.json["array"]);
    let dir = TempDir::new(case.text("id"));
    let path = dir.path().join("saved");
    let saved = match case.text("id") {
        "033-save-strided-view" => {
            // The view that the case describes in words.
            let base = Array3::from_shape_vec((3, 4, 5), (0_i64..60).collect()).unwrap();
            let view = base.slice(s![..;2, ..;-1, 1..;2]).permuted_axes([2, 0, 1]);
            save_with(&*format, &path, &view.into())
        }
        _ => save_with(&*format, &path, &array.view()),
    };
    if let Err(err) = saved {
        return expect::check(
            &Err(err),
            &serde_json::json!({"error": case.json["expect"]["or_error"]}),
            false,
        );
    }
    if name != "npy" {
        check_text(&std::fs::read_to_string(&path).unwrap(), &case.json["expect"])?;
    }
    let want = Want::ANYTHING.dtype(array.dtype());
    let loaded = load_with(&*format, &path, want).map_err(|err| err.to_string())?;
    check_again(&loaded, &array, name)
}

/// The same array; text has written one of rank 3 as its rows.
fn check_again(loaded: &NdArray, array: &NdArray, format: &str) -> Result<(), String> {
    let flat = format == "text" && array.rank() > 2;
    let last = *array.shape().last().unwrap();
    let rows = [array.len() / last.max(1), last];
    let shape = if flat { &rows } else { array.shape() };
    if loaded.shape() == shape && expect::same_values(&flattened(loaded), &flattened(array)) {
        return Ok(());
    }
    Err(format!("{format}: wanted {array:?}, got {loaded:?}"))
}

fn flattened(array: &NdArray) -> NdArray {
    latio_tests::array(array.dtype(), &[array.len()], false, &latio_tests::bytes(&array.view()))
}

fn check_text(text: &str, expect: &Value) -> Result<(), String> {
    let all = |key: &str| match &expect[key] {
        Value::Array(words) => words.iter().map(|it| it.as_str().unwrap().to_owned()).collect(),
        Value::String(word) => vec![word.clone()],
        _ => Vec::new(),
    };
    for word in all("text_must_contain").iter().chain(&all("text_must_match")) {
        if !text.contains(word) {
            return Err(format!("wanted '{word}' in {text}"));
        }
    }
    match all("text_must_not_contain").iter().find(|it| text.contains(*it)) {
        Some(word) => Err(format!("wanted no '{word}' in {text}")),
        None => Ok(()),
    }
}
