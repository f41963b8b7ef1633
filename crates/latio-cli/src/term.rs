//! What is known of the terminal, and messages on it.

use std::io::{self, IsTerminal, Write};

use crate::args::Color;

/// Whether and how the terminal shows colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    color: Color,
}

impl Term {
    pub(crate) fn new(color: Color) -> Self {
        Self { color }
    }

    /// Whether what is printed may be coloured.
    pub(crate) fn colors_stdout(self) -> bool {
        self.colors(io::stdout().is_terminal())
    }

    fn colors(self, terminal: bool) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty());
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
                terminal && !set("NO_COLOR") && !dumb
            }
        }
    }

    /// Says on stderr what went wrong.
    pub(crate) fn complain(self, message: &str) {
        let name =
            if self.colors(io::stderr().is_terminal()) { "\x1b[1;31mlat:\x1b[0m" } else { "lat:" };
        // If stderr is closed there is nobody to tell.
        let _ = writeln!(io::stderr(), "{name} {message}");
    }
}

/// The width of the terminal that stdout is, in characters.
pub(crate) fn width() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into())
}

/// The height of the terminal that stdout is, in lines.
pub(crate) fn height() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(_, height)| height.0.into())
}

/// How wide a text is when shown.
pub(crate) fn text_width(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}
