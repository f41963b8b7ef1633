//! Files made to break readers. `data/hostile/gen.py` made them; `manifest.json` says what each
//! must do: be refused, load with a shape, or either, but never panic or take long.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use latio::{Csv, Error, Format, Json, NdArray, Position, Source, Text, Want};
use latio_tests::data;
use serde_json::Value;

/// Debug builds on a busy machine are slow; a case that should take 5 s takes a few milliseconds.
const PATIENCE: u32 = 4;

fn run(format: &str, reader: &dyn Format, wanted: usize) {
    let manifest = std::fs::read_to_string(data("hostile/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let all = manifest["cases"].as_array().unwrap().iter();
    let cases: Vec<_> =
        all.filter(|it| it["format"] == format && it["kind"] != "runtime").collect();
    assert_eq!(cases.len(), wanted, "cases of {format}");
    let failures: Vec<_> = cases.into_iter().filter_map(|it| failure(reader, it)).collect();
    assert!(failures.is_empty(), "{} cases failed\n{}", failures.len(), failures.join("\n"));
}

/// Cases that fail, as is known; one that passes must leave the list.
const OPEN: &[&str] = &[];

fn failure(reader: &dyn Format, case: &Value) -> Option<String> {
    let id = case["id"].as_str().unwrap();
    match (check(reader, case), OPEN.contains(&id)) {
        (Some(wrong), false) => Some(format!("{id} ({}): {wrong}", case["why"])),
        (None, true) => Some(format!("{id} passes: take it off the list of those that fail")),
        (None, false) | (Some(_), true) => None,
    }
}

/// What is wrong with a case, if anything.
fn check(reader: &dyn Format, case: &Value) -> Option<String> {
    let file = std::fs::read(data("hostile").join(case["file"].as_str().unwrap())).unwrap();
    let start = Instant::now();
    let wrong = inputs(case, file).iter().find_map(|it| check_input(reader, case, it).err());
    let limit = Duration::from_secs(case["max_secs"].as_u64().unwrap()) * PATIENCE;
    let slow = || (start.elapsed() > limit).then(|| format!("took {:?}", start.elapsed()));
    wrong.or_else(slow)
}

/// The file, or what a sweep makes of it.
fn inputs(case: &Value, file: Vec<u8>) -> Vec<Vec<u8>> {
    let bound = |key: &str| usize::try_from(case[key].as_u64().unwrap()).unwrap();
    match case["kind"].as_str().unwrap() {
        "file" => vec![file],
        "prefix" => (bound("lo")..bound("hi")).map(|it| file[..it].to_vec()).collect(),
        "bitflip" => {
            let flip = |bit: usize| {
                let mut file = file.clone();
                file[bit / 8] ^= 1 << (bit % 8);
                file
            };
            (bound("lo") * 8..bound("hi") * 8).map(flip).collect()
        }
        kind => panic!("unknown kind {kind}"),
    }
}

fn check_input(reader: &dyn Format, case: &Value, input: &[u8]) -> Result<(), String> {
    let read = || reader.read_source(Source::sized(input, input.len() as u64), Want::ANYTHING);
    let read = catch_unwind(AssertUnwindSafe(read));
    let shown = || String::from_utf8_lossy(&input[..input.len().min(60)]).into_owned();
    match (read, case["expect"].as_str().unwrap()) {
        (Err(_), _) => Err(format!("panicked on {:?}", shown())),
        (Ok(Ok(array)), "error") => Err(format!("{:?} loaded as {array:?}", shown())),
        (Ok(Err(err)), "load") => Err(format!("{:?} was refused: {err}", shown())),
        (Ok(Ok(array)), _) => check_shape(&array, case),
        (Ok(Err(err)), _) => check_message(&err, case),
    }
}

fn check_shape(array: &NdArray, case: &Value) -> Result<(), String> {
    let found = serde_json::json!(array.shape());
    let wanted = ["shape", "shape_alt"].map(|it| &case[it]);
    let right = wanted[0].is_null() || case["kind"] != "file" || wanted.contains(&&found);
    if right { Ok(()) } else { Err(format!("has shape {found}, wanted {}", case["shape"])) }
}

/// A message names what is wrong, is short, and cannot drive a terminal.
fn check_message(err: &Error, case: &Value) -> Result<(), String> {
    let said = err.to_string();
    let line = match err.position() {
        Some(Position::Line(line) | Position::Field { line, .. }) => Some(*line),
        _ => None,
    };
    let wanted = case["line"].as_u64();
    if wanted.is_some() && wanted != line {
        return Err(format!("wanted line {wanted:?} in: {said}"));
    }
    let rude = said.len() > 600 || said.chars().any(|it| it.is_control() && it != '\n');
    if rude {
        Err(format!("message is {} long, or not printable: {said:?}", said.len()))
    } else {
        Ok(())
    }
}

#[test]
fn csv() {
    run("csv", &Csv::new(), 142);
}

#[test]
fn text() {
    run("txt", &Text::new(), 118);
}

#[test]
fn json() {
    run("json", &Json::new().bare(true), 173);
}
