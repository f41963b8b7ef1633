//! Memory, and the same result in blocks as at once.

use std::fmt::Write;

use crate::lat::Dir;

/// A table of so many rows: integers, and eighths, which are exact in binary.
fn table(rows: u32, delimiter: char) -> String {
    let mut text = String::new();
    for row in 1..=rows {
        let eighth = f64::from(row) / 8.0;
        writeln!(text, "{row}{delimiter}{eighth}{delimiter}-{row}").unwrap();
    }
    text
}

/// Runs `lat` under GNU time, and says how much memory it took at most, in bytes.
#[cfg(target_os = "linux")]
fn peak(dir: &Dir, args: &str) -> Option<u64> {
    let output = dir.shell(&format!("command time -f 'peak %M' lat {args}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(127) {
        eprintln!("skipped: there is no GNU time");
        return None;
    }
    assert!(output.status.success(), "lat {args}: {errors}");
    let kilobytes = errors.lines().find_map(|it| it.strip_prefix("peak "))?;
    Some(kilobytes.trim().parse::<u64>().unwrap() * 1024)
}

#[test]
fn blocks_give_what_the_whole_gives() {
    let dir = Dir::new();
    dir.write("a.csv", table(40_000, ','));
    dir.write("a.txt", table(40_000, ' '));
    dir.lat("convert a.csv whole.npy");
    dir.lat("convert a.csv blocks.npy --max-memory 1M");
    assert!(dir.read("whole.npy") == dir.read("blocks.npy"));
    dir.lat("convert a.txt text.npy --max-memory 1M");
    assert!(dir.read("whole.npy") == dir.read("text.npy"));
    for name in ["b.csv", "b.txt", "b.tsv", "b.csv.gz", "b.txt.zst"] {
        dir.lat(&format!("convert whole.npy {name}"));
        dir.lat(&format!("convert whole.npy blocks-{name} --max-memory 1M"));
        assert!(dir.read(name) == dir.read(&format!("blocks-{name}")), "{name}");
    }
    dir.lat("convert b.csv.gz again.npy --max-memory 1M");
    assert!(dir.read("whole.npy") == dir.read("again.npy"));
}

/// A stack as large as that no system gives, so no thread can be begun.
#[test]
fn without_threads_a_file_is_read_all_the_same() {
    let dir = Dir::new();
    dir.write("a.csv", table(400_000, ','));
    dir.lat("convert a.csv wanted.npy");
    for (command, made) in [("convert a.csv b.npy", "b.npy"), ("convert wanted.npy b.csv", "b.csv")]
    {
        dir.lat(&command.replace("b.", "wanted-b."));
        let mut lat = dir.command(command);
        let output = lat.env("RUST_MIN_STACK", "99999999999999").output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {errors}");
        assert!(dir.read(made) == dir.read(&format!("wanted-{made}")), "{command}");
    }
}

#[test]
fn a_cube_keeps_its_shape_in_blocks() {
    let dir = Dir::new();
    dir.shell(
        "seq 1 240000 > n.txt; (echo '# shape=(2000, 4, 30), dtype=i64'; paste -sd \
               \"$(printf ',%.0s' {1..29})\\n\" n.txt) > cube.csv",
    );
    dir.lat("convert cube.csv whole.npy");
    dir.lat("convert cube.csv blocks.npy --max-memory 1M");
    assert!(dir.read("whole.npy") == dir.read("blocks.npy"));
    dir.lat("convert blocks.npy back.csv --max-memory 1M");
    assert!(dir.read("cube.csv") == dir.read("back.csv"));
    let info = dir.lat("-q blocks.npy");
    assert!(info.contains("(2000, 4, 30)  i64"), "{info}");
}

/// The element type is that of all rows, wherever it shows.
#[test]
fn a_type_that_shows_late_is_found() {
    let dir = Dir::new();
    for (last, dtype) in [("2.5", "f64"), ("18446744073709551615", "u64"), ("1+2j", "c128")] {
        dir.write("late.txt", "1 2\n".repeat(100_000) + last + " 3\n");
        dir.lat("convert --force late.txt whole.npy");
        dir.lat("convert --force late.txt blocks.npy --max-memory 1M");
        assert!(dir.read("whole.npy") == dir.read("blocks.npy"), "{last}");
        let info = dir.lat("-q blocks.npy");
        assert!(info.contains(&format!("(100001, 2)  {dtype}")), "{info}");
    }
    dir.write("late.txt", "-1 2\n".repeat(100_000) + "18446744073709551615 3\n");
    let output = dir.run("convert --force late.txt blocks.npy --max-memory 1M");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_pipe_goes_through_in_blocks() {
    let dir = Dir::new();
    dir.write("a.txt", table(40_000, ' '));
    dir.lat("convert a.txt a.npy");
    let line = "cat a.txt | lat convert - b.npy --from text --max-memory 1M --dtype f64";
    assert!(dir.shell(line).status.success());
    assert!(dir.read("a.npy") == dir.read("b.npy"));
    dir.write("late.txt", "1 2\n".repeat(100_000) + "2.5 3\n");
    let output = dir.shell("cat late.txt | lat convert - c.npy --from text --max-memory 1M");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("--dtype f64"), "{errors}");
    assert!(!dir.names().contains(&"c.npy".to_owned()));
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded() {
    const MIB: u64 = 1 << 20;
    let dir = Dir::new();
    // 64 MB of elements, of which the file system stores nothing.
    dir.shell("seq 4 | lat convert - a.npy --from text --dtype f64");
    let grow = "head -c 128 a.npy | sed 's/(4,), }      /(8000000,), }/' > big.npy; \
                truncate -s 64000128 big.npy";
    assert!(dir.shell(grow).status.success());
    assert!(dir.lat("-q big.npy").contains("(8000000,)"));
    let Some(info) = peak(&dir, "info big.npy") else { return };
    assert!(info < 16 * MIB, "info took {info}");
    let bounds = [
        ("diff big.npy big.npy", 40),
        ("stats big.npy --max-memory 8M", 40),
        ("head big.npy", 40),
        ("convert big.npy big.txt --max-memory 16M --fmt %g", 40),
        ("convert big.txt back.npy --max-memory 2M --dtype f64", 40),
    ];
    for (args, most) in bounds {
        let Some(found) = peak(&dir, args) else { return };
        assert!(found < most * MIB, "lat {args} took {found}");
    }
}
