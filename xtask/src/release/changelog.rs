//! The changelog, in the form of Keep a Changelog.

use super::version::Version;
use crate::Result;

const UNRELEASED: &str = "## [Unreleased]\n";
const LINK: &str = "[Unreleased]: ";

/// The changelog whose unreleased changes are those of a version. If it has a section of the
/// version and no changes after it, it is as it should be.
pub(super) fn released(text: &str, version: Version, date: &str) -> Result<String> {
    if text.contains(&format!("## [{version}]")) {
        let more = says_something(text);
        let error = || format!("the changelog has {version}, and changes after it");
        return if more { Err(error()) } else { Ok(text.to_owned()) };
    }
    let (head, rest) = text.split_once(UNRELEASED).ok_or("the changelog lacks [Unreleased]")?;
    let (body, url) = rest.split_once(LINK).ok_or("the changelog does not link [Unreleased]")?;
    let (url, tail) = url.split_once('\n').unwrap_or((url, ""));
    let repository = ["/commits/", "/compare/"].iter().find_map(|it| url.split_once(it));
    let (repository, _) = repository.ok_or("the changelog's link is not of commits")?;
    Ok(format!(
        "{head}{UNRELEASED}\n## [{version}] - {date}\n{body}\
         {LINK}{repository}/compare/v{version}...HEAD\n\
         [{version}]: {repository}/releases/tag/v{version}\n{tail}"
    ))
}

/// Whether it lists unreleased changes.
pub(super) fn says_something(text: &str) -> bool {
    let (_, rest) = text.split_once(UNRELEASED).unwrap_or_default();
    rest.split("\n## [").next().is_some_and(|it| it.contains("\n- "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Arrays.\n\n\
        [Unreleased]: https://x/y/commits/main\n";
    const RELEASED: &str = "# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2020-02-03\n\n\
        ### Added\n\n- Arrays.\n\n[Unreleased]: https://x/y/compare/v0.1.0...HEAD\n\
        [0.1.0]: https://x/y/releases/tag/v0.1.0\n";

    fn version(text: &str) -> Version {
        text.parse().expect("a version")
    }

    #[test]
    fn the_first_release_and_the_next() {
        let first = released(FIRST, version("0.1.0"), "2020-02-03");
        assert_eq!(first.as_deref(), Ok(RELEASED));
        let more = RELEASED.replace("[Unreleased]\n\n", "[Unreleased]\n\n### Fixed\n\n- All.\n\n");
        let next = released(&more, version("0.1.1"), "2020-03-04").expect("a new section");
        let wanted = "# Changelog\n\n## [Unreleased]\n\n## [0.1.1] - 2020-03-04\n\n### Fixed\n\n\
            - All.\n\n## [0.1.0] - 2020-02-03\n\n### Added\n\n- Arrays.\n\n\
            [Unreleased]: https://x/y/compare/v0.1.1...HEAD\n\
            [0.1.1]: https://x/y/releases/tag/v0.1.1\n\
            [0.1.0]: https://x/y/releases/tag/v0.1.0\n";
        assert_eq!(next, wanted);
    }

    #[test]
    fn what_is_released_stays() {
        let again = released(RELEASED, version("0.1.0"), "2021-01-01");
        assert_eq!(again.as_deref(), Ok(RELEASED));
        let more = RELEASED.replace("[Unreleased]\n\n", "[Unreleased]\n\n- More.\n\n");
        assert!(released(&more, version("0.1.0"), "2021-01-01").is_err());
    }

    #[test]
    fn changes_are_seen() {
        assert!(says_something(FIRST));
        assert!(!says_something(RELEASED));
        assert!(!says_something(""));
    }

    #[test]
    fn the_own_changelog_can_be_released() {
        let text = include_str!("../../../CHANGELOG.md");
        let next = released(text, version("98.7.6"), "2020-02-03").expect("a new section");
        assert!(next.contains("## [Unreleased]\n\n## [98.7.6] - 2020-02-03\n"));
        assert!(next.contains("\n[98.7.6]: https://"));
    }
}
