//! The options of `loadtxt` and `genfromtxt`, as latio's.

use latio::{
    Csv, DType, Error, ErrorKind, Format, NdArray, Result, Source, Text, Want,
    lat_core::table::Column,
};
use serde_json::Value;

/// Loads the input of a case as its options say.
pub(super) fn load(case: &Value) -> Result<NdArray> {
    let options = &case["options"];
    let delimiter = &options["delimiter"];
    let array = if let Some(delimiter) = delimiter.as_str() {
        read(&table(Csv::new().delimiter(delimiter)?, case)?, case)
    } else {
        // A number is the width of columns, of which NumPy takes as many as there are.
        let columns = index(&case["expect"]["shape"][1]).unwrap_or(0);
        let widths = index(delimiter).into_iter().flat_map(|it| std::iter::repeat_n(it, columns));
        read(&table(Text::new().widths(widths), case)?, case)
    }?;
    if options["unpack"] == true { transposed(&array) } else { Ok(array) }
}

fn read(format: &dyn Format, case: &Value) -> Result<NdArray> {
    let input = input(case);
    let dtype = match case["options"]["dtype"].as_str() {
        None => Some(DType::F64),
        Some("auto") => None,
        Some(name) => Some(name.parse()?),
    };
    format.read_source(Source::sized(&*input, input.len() as u64), Want::ANYTHING.dtype(dtype))
}

fn input(case: &Value) -> Vec<u8> {
    match case["input"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => decode_base64(case["input_b64"].as_str().unwrap()),
    }
}

fn decode_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut out, mut bits, mut held) = (Vec::new(), 0_u32, 0);
    for byte in text.bytes().filter(|it| *it != b'=') {
        let digit = DIGITS.iter().position(|it| *it == byte).unwrap();
        bits = bits << 6 | u32::try_from(digit).unwrap();
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held & 0xFF) as u8);
        }
    }
    out
}

/// A table's setters, which `Csv` and `Text` have both.
trait Table: Sized {
    fn set(self, name: &str, value: &Value) -> Result<Self>;
}

macro_rules! impl_table {
    ($($format:ty)*) => {$(
        impl Table for $format {
            fn set(self, name: &str, value: &Value) -> Result<Self> {
                Ok(match name {
                    "comments" => self.comments(strings(value)),
                    "skiprows" | "skip_header" => self.skip_rows(count(value)? as u64),
                    "max_rows" => self.max_rows(count(value)?),
                    "ndmin" => self.ndmin(count(value)?),
                    "usecols" => self.columns(columns(value)),
                    "names" if value == true => self.names(true),
                    "missing_values" => self.missing(strings(value).into_iter().chain([""])),
                    "filling_values" => self.fill(fill(value)),
                    // The caller's, or without counterpart: `differs.jsonl` says what follows.
                    "delimiter" | "dtype" | "unpack" | "quotechar" | "encoding" | "loose"
                    | "skip_footer" | "autostrip" | "names" => self,
                    _ => panic!("unknown option {name}"),
                })
            }
        }
    )*};
}
impl_table! { Csv Text }

/// `genfromtxt` takes empty fields for missing values.
fn table<T: Table>(format: T, case: &Value) -> Result<T> {
    let lenient = case["oracle"] == "genfromtxt" && case["options"]["missing_values"].is_null();
    let format = if lenient { format.set("missing_values", &Value::from(""))? } else { format };
    let options = case["options"].as_object().unwrap();
    options.iter().try_fold(format, |format, (name, value)| format.set(name, value))
}

/// All strings in a value: itself, or those of a list or a dictionary; none in null.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(it) => vec![it],
        Value::Array(all) => all.iter().flat_map(strings).collect(),
        Value::Object(all) => all.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

/// What latio's types do not hold needs no error of its own.
fn count(value: &Value) -> Result<usize> {
    let negative = || Error::new(ErrorKind::Usage, format!("{value} is negative"));
    index(value).ok_or_else(negative)
}

fn index(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn columns(value: &Value) -> Vec<Column> {
    let own = [value.clone()];
    let all = value.as_array().map_or(&own[..], Vec::as_slice);
    all.iter().map(|it| Column::Index(isize::try_from(it.as_i64().unwrap()).unwrap())).collect()
}

fn fill(value: &Value) -> f64 {
    let one = value.as_object().map_or(value, |all| all.values().next().unwrap());
    one.as_f64().unwrap()
}

/// `unpack` is a transpose, of what has two axes.
fn transposed(array: &NdArray) -> Result<NdArray> {
    let array: latio::ndarray::ArrayD<f64> = array.clone().into_typed()?;
    Ok(array.reversed_axes().into())
}
