//! Links in Markdown, which must lead to a file of the project and to a heading in it.

use std::path::Path;

use super::{Faults, files::File};

pub(super) fn check(file: &File) -> Faults {
    if !file.has_extension("md") {
        return Faults::new();
    }
    let broken = links(&file.text).filter(|(_, link)| !is_sound(&file.path, link));
    broken.map(|(line, link)| file.fault(line, format!("'{link}' leads nowhere"))).collect()
}

/// The target of each link outside code, with its line.
fn links(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut fenced = false;
    text.lines().enumerate().flat_map(move |(idx, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        let prose: String = line.split('`').step_by(2).collect();
        let prose = if fence || fenced { String::new() } else { prose };
        targets(&prose).map(move |link| (idx, link)).collect::<Vec<_>>()
    })
}

fn targets(prose: &str) -> impl Iterator<Item = String> {
    prose.split("](").skip(1).filter_map(|it| it.split([')', ' ']).next()).map(str::to_owned)
}

fn is_sound(from: &Path, link: &str) -> bool {
    if link.contains("://") || link.starts_with("mailto:") {
        return true;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let beside = from.parent().expect("a file lies in a directory").join(file);
    let path = if file.is_empty() { from } else { &beside };
    path.exists() && (anchor.is_empty() || has_heading(path, anchor))
}

fn has_heading(path: &Path, anchor: &str) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .filter(|it| it.starts_with('#'))
        .any(|it| slug(it.trim_matches(['#', ' '])) == anchor)
}

/// The anchor that hosts of Markdown give a heading.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_prose_only() {
        let text = "[a](b.md) and [`c`](d.md#e)\n```\n[f](g)\n```\n`[h](i)`\n";
        let found: Vec<_> = links(text).collect();
        assert_eq!(found, [(0, "b.md".to_owned()), (0, "d.md#e".to_owned())]);
    }

    #[test]
    fn a_heading_has_a_slug() {
        assert_eq!(slug("NumPy, and `back`"), "numpy-and-back");
    }
}
