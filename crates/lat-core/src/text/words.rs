//! The floats that are spelled as words.

/// A float that is no finite number, its sign apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    Nan,
    Infinity,
}

/// Reads `nan`, `inf` or `infinity` in any case, with or without a sign: whether it is negative,
/// what it is, and where it ends.
#[cold]
pub(crate) fn scan(block: &[u8], at: usize) -> Option<(bool, Word, usize)> {
    let sign = *block.get(at)?;
    let start = at + usize::from(matches!(sign, b'+' | b'-'));
    let rest = block.get(start..)?;
    let (word, length) =
        [("nan", Word::Nan), ("infinity", Word::Infinity), ("inf", Word::Infinity)]
            .into_iter()
            .find(|(name, _)| starts(rest, name))
            .map(|(name, word)| (word, name.len()))?;
    Some((sign == b'-', word, start + length))
}

/// Reads all of `text` as Microsoft's C library spells it: `1.#INF`, `-1.#IND`, `1.#QNAN`, and so
/// on, padded with digits and an exponent as in `1.#INF00e+000`.
pub(crate) fn microsoft(text: &[u8], point: u8) -> Option<(bool, Word)> {
    let (negative, rest) = split_sign(text);
    let rest = rest.strip_prefix(&[b'1', point, b'#'])?;
    let (name, word) =
        [("INF", Word::Infinity), ("QNAN", Word::Nan), ("SNAN", Word::Nan), ("IND", Word::Nan)]
            .into_iter()
            .find(|(name, _)| starts(rest, name))?;
    is_padding(&rest[name.len()..]).then_some((negative, word))
}

fn is_padding(rest: &[u8]) -> bool {
    let rest = without_digits(rest);
    let Some((b'e' | b'E', exponent)) = rest.split_first() else {
        return rest.is_empty();
    };
    let digits = split_sign(exponent).1;
    !digits.is_empty() && without_digits(digits).is_empty()
}

fn without_digits(text: &[u8]) -> &[u8] {
    let count = text.iter().take_while(|it| it.is_ascii_digit()).count();
    &text[count..]
}

/// Whether there is a minus, and what follows the sign if there is any.
pub(crate) fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    }
}

/// Whether `text` starts with `word` in any case.
fn starts(text: &[u8], word: &str) -> bool {
    text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word.as_bytes()))
}
