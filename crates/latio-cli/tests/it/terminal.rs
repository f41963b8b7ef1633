//! In a terminal, which `script` of util-linux pretends to be.

use crate::lat::Dir;

/// What a command prints in a terminal; `None`, with a line that says so, where there is no
/// `script`.
fn in_terminal(dir: &Dir, command: &str) -> Option<String> {
    let found = dir.shell("script --version").status.success();
    if !found {
        eprintln!("skipped: there is no script of util-linux");
        return None;
    }
    let line = format!("TERM=xterm script -qec 'stty cols 60 rows 20; {command}' /dev/null");
    let output = dir.shell(&line);
    Some(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"))
}

#[test]
fn colours_are_for_terminals() {
    let dir = Dir::new();
    dir.shell("seq 3 > n.txt; lat convert n.txt n.npy");
    let Some(shown) = in_terminal(&dir, "lat nothing.npy; lat plot n.npy") else { return };
    assert!(shown.contains("\x1b[1;31mlat:\x1b[0m"), "{shown}");
    assert!(shown.contains("\x1b[38;2;"), "{shown}");
    let plain = in_terminal(&dir, "NO_COLOR=1 lat nothing.npy; lat --color never plot n.npy");
    assert!(!plain.unwrap().contains('\x1b'));
}

#[test]
fn arrays_fit_the_terminal() {
    let dir = Dir::new();
    dir.shell("seq 100000 100100 > n.txt");
    let Some(shown) = in_terminal(&dir, "lat show n.txt; lat plot n.txt") else { return };
    let widest = shown.lines().map(|it| it.chars().count()).max().unwrap();
    assert!(shown.contains("[100000 100001"), "{shown}");
    assert!(widest <= 200, "{widest}");
    let array = shown.lines().filter(|it| it.contains("100000 100001") || it.starts_with(" 10"));
    assert!(array.clone().count() > 5);
    assert!(array.map(str::len).all(|it| it < 60), "{shown}");
}

#[test]
fn the_middle_of_a_tall_array_is_left_out() {
    let dir = Dir::new();
    dir.shell("seq -f '%g 0' 300 > n.txt");
    dir.shell("printf '# shape=(4, 3, 2), dtype=f64\\n' > c.csv; seq 24 | paste -d, - - >> c.csv");
    let Some(shown) = in_terminal(&dir, "lat show n.txt; lat show c.csv") else { return };
    let lines: Vec<_> = shown.lines().collect();
    assert_eq!(
        lines[..9],
        [
            "(300, 2) i64",
            "[[  1   0]",
            " [  2   0]",
            " [  3   0]",
            " ...",
            " [298   0]",
            " [299   0]",
            " [300   0]]",
            "(4, 3, 2) f64",
        ]
    );
    assert!(lines.len() - 8 < 20 && shown.contains("[3, :, :]") && !shown.contains("[1, :, :]"));
    let full = in_terminal(&dir, "lat show --full n.txt").expect("as before");
    assert_eq!(full.lines().count(), 301);
}

#[test]
fn binary_is_not_for_terminals() {
    let dir = Dir::new();
    dir.shell("seq 3 > n.txt");
    let Some(shown) = in_terminal(&dir, "lat convert n.txt - --to npy") else { return };
    assert!(shown.contains("npy is not for terminals"), "{shown}");
}

#[test]
fn a_bar_shows_how_far_long_work_is() {
    let dir = Dir::new();
    dir.shell("seq 1 400000 > a.txt; for i in 1 2 3 4 5 6 7 8 9 10; do cat a.txt; done > b.txt");
    // Slowed down by a decompressor that waits for its pipe.
    let slow = "(cat b.txt; sleep 1; cat b.txt) > p & lat stats p --from text";
    let Some(shown) = in_terminal(&dir, &format!("mkfifo p; {slow}")) else { return };
    assert!(shown.contains("shape (8000000,)"), "{shown}");
    assert!(shown.contains("read"), "{shown}");
    let quiet = in_terminal(&dir, &format!("{slow} -q")).unwrap();
    assert!(!quiet.contains("read"), "{quiet}");
}
