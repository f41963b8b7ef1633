//! What is measured.

use super::plan::{Contender, Group};

const LATIO: Contender = ("latio", "latio");
const PARSE: Contender = ("csv + str::parse", "parse");
const SERDE: Contender = ("csv + serde", "serde");
const NDARRAY_CSV: Contender = ("csv + ndarray-csv", "ndarray-csv");
const FORMAT: Contender = ("format!", "format");
const SPLIT: Contender = ("str::parse of each word", "split");
const LOADTXT: Contender = ("numpy.loadtxt", "numpy");
const SAVETXT: Contender = ("numpy.savetxt", "numpy");
const PANDAS: Contender = ("pandas", "pandas");
const PANDAS_ARROW: Contender = ("pandas, pyarrow engine", "pandas-pyarrow");
const POLARS: Contender = ("polars", "polars");
const PYARROW: Contender = ("pyarrow", "pyarrow");
const SERDE_JSON: Contender = ("serde_json", "serde_json");
const SONIC: Contender = ("sonic-rs", "sonic-rs");
const SIMD: Contender = ("simd-json", "simd-json");
const ORJSON: Contender = ("orjson with NumPy", "orjson");
const NDARRAY_NPY: Contender = ("ndarray-npy", "ndarray-npy");
const NPYZ: Contender = ("npyz", "npyz");
const NP_LOAD: Contender = ("numpy.load", "numpy");
const NP_SAVE: Contender = ("numpy.save", "numpy");
const FS_READ: Contender = ("std::fs::read", "read");
const READ_EXACT: Contender = ("read_exact", "read_exact");
const WRITE_ALL: Contender = ("write_all", "write_all");
const WRITE_TEXT: Contender = ("write_all of text that is there", "write_all");
const MEMMAP: Contender = ("memmap2", "memmap2");

/// Names of latio's in a slope, from 10³ values on.
pub(super) const SIZES: &[&str] = &["10³", "10⁴", "10⁵", "10⁶", "10⁷"];

/// The groups of a format, or of all; slopes go up to 10 to this power.
pub(super) fn groups(format: &str, power: u32) -> Vec<Group> {
    let mut all = csv_loads();
    all.extend(csv_saves());
    all.push(slope("csv.load", "CSV load", "csv", "csv.load.f64", power));
    all.push(slope("csv.save", "CSV save", "npy", "csv.save.f64", power).checked("text-f64"));
    all.extend(text());
    all.extend(json());
    all.push(slope("json.load", "JSON load", "json", "json.load.f64", power));
    all.extend(npy_loads());
    all.extend(npy_saves());
    all.extend(npy_others());
    all.retain(|it| format == "all" || it.key.starts_with(&format!("{format}.")));
    all
}

/// One task on ever more values; small ones are done often in a process.
fn slope(key: &str, title: &str, extension: &str, work: &str, power: u32) -> Group {
    let group = Group::new(format!("{key}.slope"), format!("{title}, by number of values"));
    (3..).zip(SIZES).take_while(|(it, _)| *it <= power).fold(group, |group, (it, name)| {
        let input = format!("n{it}.{extension}");
        let one = Group::new("", "").one(&input, work, &[(name, "latio")]);
        group.with(one.repeated(10_u32.pow(power - it)))
    })
}

fn csv_loads() -> Vec<Group> {
    const RUST: &[Contender] = &[LATIO, PARSE, SERDE, NDARRAY_CSV];
    const PYTHON: &[Contender] = &[LOADTXT, PANDAS, PANDAS_ARROW, POLARS, PYARROW];
    const PLAIN: &[Contender] = &[LATIO, PARSE, LOADTXT];
    const FRAMES: &[Contender] = &[PANDAS, POLARS, PYARROW];
    const INFERRED: Contender = ("latio, type and rank inferred", "latio");

    let group = |stem: &str, what: &str| {
        Group::new(format!("csv.load.{stem}"), format!("CSV load, {what}"))
    };
    let floats = |stem, what| {
        let input = format!("{stem}.csv");
        let group = group(stem, what).one(&input, "csv.load.f64", RUST);
        let group = group.one(&input, "csv.load.f64", PYTHON);
        group.all(&input, "csv.load.f64", &[LATIO, PANDAS_ARROW, POLARS, PYARROW])
    };
    let g18 = floats("g18", "f64 as %.18g");
    vec![
        g18.one("g18.csv", "csv.load.inferred", &[INFERRED]),
        floats("g6", "f64 as %.6g"),
        floats("short", "f64, shortest digits"),
        group("i64", "i64 of 1 to 18 digits").one("i64.csv", "csv.load.i64", PLAIN).one(
            "i64.csv",
            "csv.load.i64",
            FRAMES,
        ),
        group("f32", "f32").one("f32.csv", "csv.load.f32", PLAIN).one(
            "f32.csv",
            "csv.load.f32",
            FRAMES,
        ),
        group("cube", "f64 of rank 3").one("cube.csv", "csv.load.cube", &[LATIO]).one(
            "cube.csv",
            "csv.load.f64",
            &[LOADTXT],
        ),
        group("tall", "f64 in one column").one("tall.csv", "csv.load.f64", PLAIN).one(
            "tall.csv",
            "csv.load.f64",
            FRAMES,
        ),
        group("wide", "f64 in 100 rows").one("wide.csv", "csv.load.f64", PLAIN),
    ]
}

fn csv_saves() -> Vec<Group> {
    const FRAMES: &[Contender] = &[PANDAS, POLARS, PYARROW];

    let group = |stem: &str, what: &str| {
        Group::new(format!("csv.save.{stem}"), format!("CSV save, {what}"))
    };
    vec![
        group("g18", "f64 as %.18g, the default")
            .one("table.npy", "csv.save.f64", &[LATIO, FORMAT, SAVETXT, PANDAS])
            .one("g18.csv", "csv.save.f64", &[WRITE_TEXT])
            .all("table.npy", "csv.save.f64", &[LATIO])
            .checked("text-f64"),
        group("short", "f64, shortest digits")
            .one("table.npy", "csv.save.shortest", &[LATIO, SERDE])
            .one("table.npy", "csv.save.shortest", FRAMES)
            .all("table.npy", "csv.save.shortest", &[LATIO, POLARS])
            .checked("text-f64"),
        group("i64", "i64 of 1 to 18 digits")
            .one("ints.npy", "csv.save.i64", &[LATIO, SAVETXT])
            .one("ints.npy", "csv.save.i64", FRAMES)
            .checked("text-i64"),
    ]
}

fn text() -> Vec<Group> {
    vec![
        Group::new("text.load", "text load, f64 as %.18g")
            .one("g18.txt", "text.load", &[LATIO, SPLIT, LOADTXT, PANDAS])
            .all("g18.txt", "text.load", &[LATIO]),
        Group::new("text.save", "text save, f64 as %.18g, the default")
            .one("table.npy", "text.save", &[LATIO, SAVETXT])
            .all("table.npy", "text.save", &[LATIO])
            .checked("text-f64"),
    ]
}

fn json() -> Vec<Group> {
    const LOAD: &[Contender] = &[LATIO, SERDE_JSON, SONIC, SIMD, ORJSON];
    vec![
        Group::new("json.load.f64", "JSON load, f64, shortest digits").one(
            "short.json",
            "json.load.f64",
            LOAD,
        ),
        Group::new("json.load.i64", "JSON load, i64 of 1 to 18 digits").one(
            "i64.json",
            "json.load.i64",
            LOAD,
        ),
        Group::new("json.save", "JSON save, f64, shortest digits")
            .one("table.npy", "json.save", &[LATIO, SERDE_JSON, SONIC, ORJSON])
            .one("table.npy", "json.save.compact", &[("latio, compact", "latio")])
            .checked("text-f64"),
    ]
}

fn npy_loads() -> Vec<Group> {
    const PEERS: &[Contender] = &[LATIO, NDARRAY_NPY, NPYZ, NP_LOAD];
    const BYTES: &[Contender] = &[FS_READ, READ_EXACT];
    const NATIVE: Contender = ("latio, native bytes", "latio");

    let group = |stem: &str, what: &str, work: &str| {
        Group::new(format!("npy.load.{stem}"), format!("npy load, {what}")).one(
            &format!("{stem}.npy"),
            work,
            PEERS,
        )
    };
    // Peers that read bytes read those of `c`, which are its values in order.
    vec![
        group("c", "f64, C order", "npy.load.f64").one("c.npy", "npy.load.f64", BYTES),
        group("f", "f64, Fortran order", "npy.load.f64").one("c.npy", "npy.load.f64", BYTES),
        group("be", "f64, big-endian", "npy.load.f64").one("c.npy", "npy.load.f64", &[NATIVE]),
        group("i32", "i32", "npy.load.i32"),
        group("bool", "bool", "npy.load.bool"),
        group("c128", "c128", "npy.load.c128"),
    ]
}

fn npy_saves() -> Vec<Group> {
    const PEERS: &[Contender] = &[LATIO, NDARRAY_NPY, NPYZ, NP_SAVE, WRITE_ALL];
    let group = |part: &str, what: &str| {
        Group::new(format!("npy.save.{part}"), format!("npy save, {what}")).one(
            "c.npy",
            &format!("npy.save.{part}"),
            PEERS,
        )
    };
    vec![
        group("all", "contiguous f64").checked("raw-f64"),
        group("even", "every second column").expecting("c.npy:even").checked("raw-f64"),
        group("half", "half of the columns").expecting("c.npy:half").checked("raw-f64"),
        Group::new("npy.stream", "npy written in blocks of 1 MiB")
            .one("c.npy", "npy.stream", &[LATIO, WRITE_ALL])
            .checked("raw-f64"),
    ]
}

fn npy_others() -> Vec<Group> {
    const MAP: Contender = ("numpy.load with mmap_mode", "numpy");
    vec![
        Group::new("npy.map", "npy mapped, its last value read")
            .one("c.npy", "npy.map", &[LATIO, MEMMAP, MAP])
            .expecting("c.npy:last")
            .repeated(1000),
        Group::new("npy.small", "npy load, many files of 100 f64").one(
            "small",
            "npy.small",
            &[LATIO, NDARRAY_NPY, NPYZ, NP_LOAD, FS_READ],
        ),
    ]
}
