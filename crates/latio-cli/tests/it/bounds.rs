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

/// Options that the output does not have are refused, also in blocks.
#[test]
fn options_count_in_blocks() {
    let dir = Dir::new();
    dir.write("a.csv", table(20_000, ','));
    for args in ["convert a.csv out.npy --indent 2", "cat a.csv a.csv -o out.csv --order c"] {
        let output = dir.run(&format!("{args} --max-memory 1M"));
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("is not for writing"), "{args}");
    }
    assert_eq!(dir.names(), ["a.csv"]);
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

/// The shapes and types of the inputs show in their headers, or only when they were read.
#[test]
fn arrays_are_joined_in_blocks() {
    let dir = Dir::new();
    dir.write("a.csv", table(20_000, ','));
    dir.write("b.csv", "1,2,3\n".repeat(30_000));
    dir.shell("lat convert a.csv a.npy; lat convert b.csv b.npy; lat convert a.csv c.csv");
    dir.write("c.txt", table(10, ' '));
    for (inputs, out) in [
        ("a.csv b.csv", "out.csv"),
        ("a.csv b.csv", "out.npy"),
        ("b.csv a.csv", "out.txt.gz"),
        ("a.npy b.npy c.txt", "out.npy"),
        ("a.npy[:15000] c.csv b.npy", "out.csv.zst"),
        ("--axis -2 c.csv a.npy", "out.npy"),
        ("--dtype f32 a.npy b.npy", "out.npy"),
        ("--dtype f32 a.csv b.csv", "out.npy"),
        ("--stack a.npy a.csv c.csv", "out.npy"),
        ("--stack a.npy a.csv", "out.csv"),
        ("--axis 1 a.npy a.csv", "out.npy"),
        ("--order f a.npy b.npy", "out.npy"),
    ] {
        dir.lat(&format!("cat {inputs} -o whole-{out} --force"));
        dir.lat(&format!("cat {inputs} -o blocks-{out} --force --max-memory 1M"));
        let same = dir.read(&format!("whole-{out}")) == dir.read(&format!("blocks-{out}"));
        assert!(same, "lat cat {inputs} -o {out}");
    }
    assert_eq!(dir.lat("cat a.csv b.csv"), dir.lat("cat a.csv b.csv --max-memory 1M"));
    let sum = dir.lat("stats --json whole-out.npy --axis 0");
    assert!(sum.contains("\"count\":50000"), "{sum}");
}

/// The names of columns are those of the first input, and are written once.
#[test]
fn named_columns_are_joined_in_blocks() {
    let dir = Dir::new();
    dir.write("a.csv", "a,b\n".to_owned() + &"1,2\n".repeat(100_000));
    dir.write("b.csv", "c,d\n".to_owned() + &"3,4\n".repeat(100_000));
    let whole = dir.lat("cat --names a.csv b.csv");
    assert!(whole.starts_with("# shape=(200000, 2), dtype=i64\na,b\n1,2\n"));
    assert!(whole == dir.lat("cat --names a.csv b.csv --max-memory 1M"));
    let lossy = dir.run("cat --names a.csv b.csv -o out.npy --max-memory 1M");
    assert!(String::from_utf8_lossy(&lossy.stderr).contains("the names of columns"));
    dir.lat("cat --names a.csv b.csv -o out.npy --max-memory 1M --lossy");
}

/// As joining at once does, and with nothing written.
#[test]
fn what_cannot_be_joined_in_blocks_is_named() {
    let dir = Dir::new();
    dir.write("a.csv", "1,2\n".repeat(100_000));
    dir.write("wide.csv", "1,2,3\n".repeat(100_000));
    dir.write("bad.csv", "1,2\n".repeat(100_000) + "1,x\n");
    dir.write("big.txt", "18446744073709551615 1\n".repeat(100_000));
    dir.write("negative.txt", "-1 1\n".repeat(100_000));
    dir.shell("lat convert big.txt big.npy; lat convert negative.txt negative.npy");
    for inputs in [
        "a.csv wide.csv",
        "a.csv bad.csv",
        "big.npy negative.npy",
        "--dtype u8 a.csv negative.npy",
        "--axis 2 a.csv a.csv",
        "--stack a.csv wide.csv",
    ] {
        let whole = dir.run(&format!("cat {inputs} -o out.npy"));
        let blocks = dir.run(&format!("cat {inputs} -o out.npy --max-memory 1M"));
        assert_eq!(blocks.status.code(), Some(2), "{inputs}");
        let said = |it: &[u8]| String::from_utf8_lossy(it).into_owned();
        assert_eq!(said(&blocks.stderr), said(&whole.stderr), "{inputs}");
        assert!(!dir.names().iter().any(|it| it.contains("out")), "{:?}", dir.names());
    }
}

/// The median of numbers that are too many for the memory is that of all. A file is read again.
#[test]
fn the_median_needs_no_memory() {
    let dir = Dir::new();
    let line = |args: &str| dir.lat(args).lines().skip(3).collect::<Vec<_>>().join("\n");
    // Each from -60000 to 60000 but 0, in another order.
    let number = |it: i64| (it * 7919) % 120_001 - 60_000;
    let all = || (0..120_001).map(number).filter(|it| *it != 0);
    let text = |of: &dyn Fn(i64) -> String| all().map(of).collect::<Vec<_>>().join("\n") + "\n";
    for (of, median) in [
        ((&|it: i64| it.to_string()) as &dyn Fn(i64) -> String, "0"),
        (&|it: i64| (it + 60_000).to_string(), "60000"),
        (&|it: i64| format!("{it}e300"), "0"),
        (&|it: i64| if it % 2 == 0 { "nan".to_owned() } else { it.to_string() }, "0"),
        (&|it: i64| if it > -10 { "inf".to_owned() } else { it.to_string() }, "inf"),
        (&|it: i64| if it > -10 { "7".to_owned() } else { it.to_string() }, "7"),
        (&|_: i64| "0.1".to_owned(), "0.1"),
    ] {
        dir.write("a.txt", text(of));
        let bounded = line("stats a.txt --max-memory 100K");
        assert!(bounded.contains(&format!("median {median}\n")), "{bounded}");
        assert_eq!(bounded, line("stats a.txt"));
        dir.lat("convert a.txt a.npy --force");
        assert_eq!(bounded, line("stats a.npy --max-memory 100K"));
    }
    // 120001 numbers have one in the middle.
    dir.shell("(cat a.txt; echo 5) > odd.txt");
    assert!(line("stats odd.txt --max-memory 100K").contains("median 0.1"));
    let pipe = dir.shell("cat a.txt | lat stats - --from text --max-memory 100K");
    assert!(String::from_utf8_lossy(&pipe.stdout).contains("median -"));
}

/// Each column has a search of its own.
#[test]
fn medians_of_columns_need_no_memory() {
    let dir = Dir::new();
    dir.write("a.csv", table(40_001, ','));
    for axis in ["0", "1"] {
        let bounded = dir.lat(&format!("stats --axis {axis} a.csv --max-memory 200K"));
        assert!(bounded == dir.lat(&format!("stats --axis {axis} a.csv")), "{axis}");
    }
    let medians = dir.lat("stats --axis 0 --json a.csv --max-memory 200K");
    for median in ["20001.0", "2500.125", "-20001.0"] {
        assert!(medians.contains(&format!("\"median\":{median},")), "{medians}");
    }
}

/// However large the data, a header is read in the memory of a start, and some pages of the
/// program.
#[test]
#[cfg(target_os = "linux")]
fn a_header_takes_no_memory() {
    let dir = Dir::new();
    dir.shell("seq 4 | lat convert - a.npy --from text --dtype f64");
    let grow = "head -c 128 a.npy | sed 's/(4,), }        /(100000000,), }/' > big.npy; \
                truncate -s 800000128 big.npy";
    assert!(dir.shell(grow).status.success());
    assert!(dir.lat("-q big.npy").contains("(100000000,)"));
    let Some(start) = peak(&dir, "--version") else { return };
    for args in ["info big.npy", "info --json big.npy"] {
        let Some(found) = peak(&dir, args) else { return };
        assert!(found < start + (4 << 20), "lat {args} took {found}, a start {start}");
    }
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
        ("stats --axis 0 big.npy --max-memory 8M", 40),
        ("cat big.npy big.npy -o two.npy --max-memory 16M", 40),
        ("head big.npy", 40),
        ("convert big.npy big.txt --max-memory 16M --fmt %g", 40),
        ("convert big.txt back.npy --max-memory 2M --dtype f64", 40),
    ];
    for (args, most) in bounds {
        let Some(found) = peak(&dir, args) else { return };
        assert!(found < most * MIB, "lat {args} took {found}");
    }
}
