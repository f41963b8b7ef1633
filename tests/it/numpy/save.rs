//! The options of `savetxt`, as latio's.

use latio::{Csv, Error, ErrorKind, Format, NdArray, Result as Saved, Text};
use serde_json::Value;

use super::expect::array;

/// What is written for a case, or why nothing is.
pub(super) fn save(case: &Value) -> Saved<String> {
    let options = &case["options"];
    let array = array(&case["array"])?;
    // NumPy's default.
    let own = [Value::from("%.18e")];
    let fmt = match &options["fmt"] {
        Value::Null => own.iter(),
        Value::Array(all) => all.iter(),
        one => std::slice::from_ref(one).iter(),
    };
    let fmt = fmt.map(|it| it.as_str().unwrap());
    let crlf = match options["newline"].as_str() {
        None => false,
        Some("\r\n") => true,
        Some(_) => return Err(Error::new(ErrorKind::Usage, "no such line end")),
    };
    match options["delimiter"].as_str() {
        None | Some(" ") => write(&Text::new().fmt_columns(fmt)?.crlf(crlf), &array),
        Some(delimiter) => {
            let csv = Csv::new().header(false).delimiter(delimiter)?;
            write(&csv.fmt_columns(fmt)?.crlf(crlf), &array)
        }
    }
}

fn write(format: &dyn Format, array: &NdArray) -> Saved<String> {
    let mut out = Vec::new();
    format.write_view(&mut out, &array.view())?;
    Ok(String::from_utf8(out).unwrap())
}

pub(super) fn check(found: &Saved<String>, expect: &Value) -> Result<(), String> {
    match (found, expect["output"].as_str(), expect["error"].as_str()) {
        (Ok(found), Some(wanted), _) if found == wanted => Ok(()),
        (Err(err), _, Some(_)) => {
            let (said, words) = (err.to_string(), expect["says"].as_str().unwrap_or(""));
            if said.contains(words) { Ok(()) } else { Err(format!("wanted {expect}, got: {said}")) }
        }
        (found, ..) => Err(format!("wanted {expect}, got {found:?}")),
    }
}
