//! The cases' options, as latio's.

use std::path::Path;

use latio::{Csv, Format, Json, NdArray, Npy, Result, Text, Want, lat_core::format::load_with};
use latio_tests::Trickle;
use serde_json::Value;

/// Loads the file as the options say.
pub(super) fn load(format: &str, path: &Path, options: &Value, want: Want) -> Result<NdArray> {
    let compressed = path.extension().is_some_and(|it| it == "gz");
    match format {
        _ if compressed => latio::load(path),
        "csv" => load_with(&csv(options, want)?, path, want),
        "text" => load_with(&text(options, want), path, want),
        "json" => load_with(&Json::new().bare(true), path, want),
        "npy" if options["reader"].is_string() => {
            Npy::new().read(Trickle::new(&std::fs::read(path)?))
        }
        "npy" => load_with(&Npy::new(), path, want),
        _ => panic!("unknown format {format}"),
    }
}

/// What CSV and text have in common; `$options` is never empty of meaning without failing.
macro_rules! table {
    ($format:expr, $options:expr, $want:expr) => {{
        let mut format = $format.ndmin($want.rank.unwrap_or(0));
        for (name, value) in $options.as_object().unwrap() {
            format = match (name.as_str(), value.as_str()) {
                ("header", None) => format.names(value.as_bool().unwrap()),
                ("comment", None) => format.comments(strings(value)),
                ("missing", None) => format.missing(strings(value)),
                ("fortran", None) => format.fortran(value.as_bool().unwrap()),
                ("decimal", Some(",")) => format.decimal_comma(true),
                ("ragged", Some("fill")) => format.fill_ragged(true),
                ("fill", Some("nan")) => format.fill(latio::lat_core::Scalar::Float(f64::NAN)),
                ("blank_lines", Some("blocks")) => format.blocks(true),
                ("delimiter" | "dtype" | "widths", _) => format, // The caller's.
                _ => panic!("unknown option {name}={value}"),
            };
        }
        format
    }};
}

fn csv(options: &Value, want: Want) -> Result<Csv> {
    let csv = match options["delimiter"].as_str() {
        Some(delimiter) => Csv::new().delimiter(delimiter)?,
        None => Csv::new(),
    };
    Ok(table!(csv, options, want))
}

fn text(options: &Value, want: Want) -> Text {
    let widths = options["widths"].as_array().into_iter().flatten();
    let widths = widths.map(|it| usize::try_from(it.as_u64().unwrap()).unwrap());
    table!(Text::new().widths(widths), options, want)
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}
