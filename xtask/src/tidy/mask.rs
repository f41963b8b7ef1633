//! Rust source with parts of it blanked out, so that what is left can be searched.

/// What to blank out.
#[derive(Clone, Copy)]
pub(super) struct Mask {
    pub(super) comments: bool,
    pub(super) strings: bool,
}

impl Mask {
    /// Leaves code alone.
    pub(super) const BOTH: Self = Self { comments: true, strings: true };
    /// Leaves code and strings.
    pub(super) const COMMENTS: Self = Self { comments: true, strings: false };
    /// Leaves code and comments.
    pub(super) const STRINGS: Self = Self { comments: false, strings: true };
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Code,
    Comment,
    String,
}

/// The same text, line for line, with a blank for each byte that is masked.
pub(super) fn masked(text: &str, mask: Mask) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let (part, len) = part_at(bytes, at);
        let end = bytes.len().min(at + len);
        let blank = match part {
            Part::Code => false,
            Part::Comment => mask.comments,
            Part::String => mask.strings,
        };
        let shown = |&it: &u8| if blank && it != b'\n' { b' ' } else { it };
        out.extend(bytes[at..end].iter().map(shown));
        at = end;
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// What stands at a place, and how long it is.
fn part_at(bytes: &[u8], at: usize) -> (Part, usize) {
    let rest = &bytes[at..];
    match rest {
        [b'/', b'/', ..] => (Part::Comment, find(rest, b"\n").unwrap_or(rest.len())),
        [b'/', b'*', ..] => (Part::Comment, block_comment(rest)),
        [b'"', ..] => (Part::String, string(rest)),
        [b'\'', ..] => char_or_lifetime(rest),
        [b'r', b'"' | b'#', ..] if !in_word(bytes, at) => raw_string(rest),
        _ => (Part::Code, 1),
    }
}

/// Whether the byte before belongs to a word; the `b` of `br"…"` does not count.
fn in_word(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |it| bytes[it]);
    before != b'b' && (before.is_ascii_alphanumeric() || before == b'_')
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|it| it == wanted)
}

/// They nest.
fn block_comment(rest: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < rest.len() {
        match &rest[at..] {
            [b'/', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn string(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != b'"' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

fn raw_string(rest: &[u8]) -> (Part, usize) {
    let hashes = rest[1..].iter().take_while(|it| **it == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return (Part::Code, 1);
    }
    let close = [&b"\""[..], &vec![b'#'; hashes]].concat();
    let start = 2 + hashes;
    let end = find(&rest[start..], &close).map_or(rest.len(), |it| start + it + close.len());
    (Part::String, end)
}

fn char_or_lifetime(rest: &[u8]) -> (Part, usize) {
    if rest.get(1) == Some(&b'\\') {
        let end = rest.iter().skip(3).position(|it| *it == b'\'');
        return (Part::String, end.map_or(rest.len(), |it| it + 4));
    }
    // A character is at most four bytes long; a lifetime has no second quote so near, but in
    // `'a, 'b` there is one after what no character is.
    let text = String::from_utf8_lossy(&rest[1..rest.len().min(5)]).into_owned();
    let len = text.chars().next().map_or(1, char::len_utf8);
    let is_char = rest.get(1 + len) == Some(&b'\'');
    if is_char { (Part::String, len + 2) } else { (Part::Code, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_strings_are_blanked() {
        let text = "a // b\nc /* d /* e */ f */ g \"h\\\"i\" j r#\"k\"l\"# m '\\'' n '{' 'o, p";
        let code = masked(text, Mask::BOTH);
        assert_eq!(code.len(), text.len());
        let words: Vec<_> = code.split_whitespace().collect();
        assert_eq!(words, ["a", "c", "g", "j", "m", "n", "'o,", "p"]);
        assert!(masked(text, Mask::COMMENTS).contains("h\\\"i"));
        assert!(masked(text, Mask::STRINGS).contains("// b"));
    }
}
