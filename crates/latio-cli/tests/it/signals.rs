//! What is left when the work is cut short.

use std::{
    io::Write,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use crate::lat::Dir;

/// Starts a conversion of a pipe that never ends, and ends it by a signal once a file is there.
fn end_by(signal: &str) {
    let dir = Dir::new();
    dir.write("old.npy", "old");
    let mut command = dir.command("convert - old.npy --from text --force --max-memory 1M");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let block = "1 2\n".repeat(1 << 16);
    let patience = Instant::now() + Duration::from_secs(20);
    while dir.names().len() < 2 {
        assert!(Instant::now() < patience, "no temporary file appears");
        pipe.write_all(block.as_bytes()).unwrap();
    }
    let id = child.id();
    assert!(dir.shell(&format!("kill -{signal} {id}")).status.success());
    let output = thread::spawn(move || child.wait_with_output().unwrap()).join().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(dir.names(), ["old.npy"]);
    assert_eq!(dir.read("old.npy"), b"old");
}

#[test]
fn ctrl_c_leaves_no_half_file() {
    end_by("INT");
}

#[test]
fn termination_leaves_no_half_file() {
    end_by("TERM");
}

/// A file that cannot be written in full keeps what it held.
#[test]
fn a_full_disk_keeps_the_old_file() {
    let dir = Dir::new();
    dir.write("old.npy", "old");
    let line = "seq 1 200000 > big.txt; ulimit -f 100; trap '' XFSZ; \
                lat convert --force big.txt old.npy";
    let output = dir.shell(line);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("File too large") && errors.contains("in 'old.npy'"), "{errors}");
    assert_eq!(dir.names(), ["big.txt", "old.npy"]);
    assert_eq!(dir.read("old.npy"), b"old");
    let full = dir.shell("lat convert big.txt /dev/full --to npy");
    assert_eq!(full.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&full.stderr).contains("No space"));
}

/// A closed pipe is no error, whoever writes.
#[test]
fn a_closed_pipe_is_quiet() {
    let dir = Dir::new();
    dir.shell("seq 1 300000 > n.txt; lat convert n.txt n.npy");
    for command in [
        "show --full n.npy",
        "convert n.npy - --to csv",
        "convert n.npy - --to npy",
        "head -n 300000 n.npy",
        "stats --axis 0 --json n.npy",
        "man",
        "completions bash",
    ] {
        let output = dir.shell(&format!("set -o pipefail; lat {command} | head -c 1 > /dev/null"));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "lat {command}");
        assert_eq!(output.status.code(), Some(0), "lat {command}");
    }
}

/// The last to rename wins, and a reader sees one of them whole.
#[test]
fn writers_at_once_leave_one_whole_file() {
    let dir = Dir::new();
    dir.write("a.csv", "1,1\n".repeat(50_000));
    dir.write("b.csv", "2,2\n".repeat(50_000));
    let line = "for i in 1 2 3 4; do lat convert --force a.csv out.npy & \
                lat convert --force b.csv out.npy & done; wait";
    let output = dir.shell(line);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(dir.names(), ["a.csv", "b.csv", "out.npy"]);
    let same = |other: &str| dir.run(&format!("diff -q out.npy {other}")).status.success();
    assert!(same("a.csv") || same("b.csv"));
}

/// A file that cannot be written, in a directory that cannot be, is read all the same.
#[test]
#[cfg(unix)]
fn reading_needs_no_right_to_write() {
    let dir = Dir::new();
    let line = "mkdir ro; seq 4 > n.txt; lat convert n.txt ro/a.npy; chmod 444 ro/a.npy; \
                chmod 555 ro; lat convert ro/a.npy out.csv; lat stats ro/a.npy | sed -n 4p; \
                chmod 755 ro";
    let output = dir.shell(line);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "sum 10  median 2.5\n");
    assert!(dir.names().contains(&"out.csv".to_owned()));
}

/// Rows that turn out not to fit leave the file as it was.
#[test]
fn a_failed_append_changes_nothing() {
    let dir = Dir::new();
    dir.shell("seq 1 10 > a.txt; lat convert a.txt a.npy; (seq 1 2000000; echo x) > more.txt");
    let before = dir.read("a.npy");
    let output = dir.run("append a.npy more.txt");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2000001"));
    assert_eq!(dir.read("a.npy"), before);
}
