//! The parts of the README that chores write.

use crate::{
    Result,
    run::{read, root, write},
};

/// Puts text between the lines `<!-- name -->` and `<!-- /name -->`.
pub(crate) fn put(name: &str, part: &str) -> Result {
    let path = root().join("README.md");
    let text = spliced(&read(&path)?, name, part);
    write(&path, &text.ok_or_else(|| format!("README.md has no lines <!-- {name} -->"))?)
}

fn spliced(text: &str, name: &str, part: &str) -> Option<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let (head, rest) = text.split_once(&start)?;
    let (_, tail) = rest.split_once(&end)?;
    Some(format!("{head}{start}{part}{end}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::spliced;

    #[test]
    fn what_is_between_the_marks_is_replaced() {
        let text = "a\n<!-- deps -->\n<!-- /deps -->\n<!-- bench -->\nold\n<!-- /bench -->\nb\n";
        let wanted = "a\n<!-- deps -->\n<!-- /deps -->\n<!-- bench -->\nnew\n<!-- /bench -->\nb\n";
        assert_eq!(spliced(text, "bench", "new\n").as_deref(), Some(wanted));
        assert_eq!(spliced("no marks", "bench", "new\n"), None);
    }
}
