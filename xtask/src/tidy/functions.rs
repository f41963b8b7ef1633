//! How long the functions are.

/// A function: its name, its first line counted from 0, and how many lines it has.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) lines: usize,
}

/// The functions with a body in `code`, in which comments and strings are blank.
pub(super) fn functions(code: &str) -> Vec<Function> {
    let starts = code.match_indices("fn ").filter(|(at, _)| starts_word(code, *at));
    starts.filter_map(|(at, _)| function(code, at)).collect()
}

fn starts_word(code: &str, at: usize) -> bool {
    !code[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_')
}

/// The function whose `fn` is at `at`; `None` for a type, or a function without a body.
fn function(code: &str, at: usize) -> Option<Function> {
    let rest = &code[at + "fn ".len()..];
    let name: String = rest.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
    let body = rest.find(['{', ';']).filter(|_| !name.is_empty())?;
    if rest.as_bytes()[body] == b';' {
        return None;
    }
    let end = closing_brace(&rest[body..])?;
    let count = |text: &str| text.matches('\n').count();
    Some(Function { name, line: count(&code[..at]), lines: count(&rest[..body + end]) + 1 })
}

fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.bytes().position(|it| {
        depth += match it {
            b'{' => 1,
            b'}' => -1,
            _ => 0,
        };
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_fn_to_brace() {
        let code = "trait X { fn a(); }\nfn b<T>(\n) -> T {\n if x { y }\n}\nfn c() {}\n";
        let found: Vec<_> =
            functions(code).into_iter().map(|it| (it.name, it.line, it.lines)).collect();
        assert_eq!(found, [("b".to_owned(), 1, 4), ("c".to_owned(), 5, 1)]);
    }
}
