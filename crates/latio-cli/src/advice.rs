//! Hints in the words of the command line: the library's name its own calls.

use latio::Error;

/// What the library calls the options of reading that `lat` has.
const OPTIONS: [(&str, &str); 14] = [
    ("blocks", "--blocks"),
    ("columns", "--columns"),
    ("comments", "--comments"),
    ("decimal_comma", "--decimal-comma"),
    ("delimiter", "--delimiter"),
    ("fill", "--fill"),
    ("fill_ragged", "--fill-ragged"),
    ("fortran", "--fortran"),
    ("max_rows", "--max-rows"),
    ("missing", "--missing"),
    ("names", "--names"),
    ("ndmin", "--ndmin"),
    ("skip_rows", "--skip-rows"),
    ("widths", "--widths"),
];

/// Whole pieces of advice, and what they come to here.
const PHRASES: [(&str, &str); 12] = [
    ("load one with Npy::load_field, or all with Npy::load_fields", "name one by --key"),
    ("say which by Npz::member, or load all: ", "name one by --key: "),
    (
        "if more arrays follow, read them one by one with read_npy; \
         to ignore the bytes, use Npy::allow_trailing",
        "several arrays in one file are not read",
    ),
    ("if the file is sound, raise Npy::max_header", "lat reads no longer ones"),
    ("if it is sound, raise Npz::max_members", "lat reads no more"),
    ("load the array and save it in C order", "convert it by --order c first"),
    ("load the array and save it: what is saved here has room", "lat convert makes one with room"),
    ("ask for dtype ", "ask for --dtype "),
    ("with that delimiter", "and that --delimiter"),
    (", and fill for its value", ", and --fill for its value"),
    ("use a shorter fmt", "use a shorter --fmt"),
    ("load it as ", "read it by --from "),
];

/// The bound that an input met, which has no option here.
const LIMITS: &str = "the option limits sets the bound";

/// The error, its hint naming options of `lat`.
pub(crate) fn in_words_of_lat(err: Error) -> Error {
    match err.hint().map(translated) {
        Some(hint) if err.hint() != Some(&*hint) => err.with_hint(hint),
        _ => err,
    }
}

fn translated(hint: &str) -> String {
    let hint = match hint.split_once(LIMITS) {
        Some((before, _)) => format!("{before}lat takes no more"),
        None => hint.to_owned(),
    };
    let hint = PHRASES.iter().fold(hint, |hint, (from, to)| hint.replace(from, to));
    options(&hint).replace("the option --", "--").replace("the options --", "--")
}

/// Writes `skip_rows(1)` as `--skip-rows 1`, and so on.
fn options(hint: &str) -> String {
    let mut out = String::new();
    let mut rest = hint;
    while let Some(start) = rest.find(is_word) {
        out += &rest[..start];
        rest = &rest[start..];
        let word = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
        rest = &rest[word.len()..];
        let arguments = rest.strip_prefix('(').and_then(|it| it.split_once(')'));
        let meant = arguments.is_some()
            || word.contains('_')
            || out.ends_with("the option ")
            || out.ends_with("the options ");
        match OPTIONS.iter().find(|it| it.0 == word && meant) {
            Some((_, option)) => {
                out += option;
                if let Some((arguments, after)) = arguments {
                    out += " ";
                    out += &quoted(arguments.trim_matches(['[', ']']).trim_matches('"'));
                    rest = after;
                }
            }
            None => out += word,
        }
    }
    out + rest
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

/// A word as it is written in a shell.
fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric());
    match word {
        _ if plain => word.to_owned(),
        _ if word.contains('\'') => format!("\"{word}\""),
        _ => format!("'{word}'"),
    }
}
