#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "says how it went")]
//! Latio's part of the interop checks: `interop DIR` reads what `tests/interop/make.py` has
//! written there, checks it, and writes the same arrays for `check.py` to read.

use std::path::{Path, PathBuf};

use latio::{
    Csv, DType, Format, Json, NdArray, Npy, Result, Text, Want, lat_core::format::load_with,
};
use latio_tests::{array, bytes, bytes_but_nan};

type Outcome<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let dir = std::env::args_os().nth(1).ok_or("usage: interop DIR")?;
    let dir = Path::new(&dir);
    std::fs::create_dir_all(dir.join("latio"))?;
    let (mut passed, mut failed) = (0, 0);
    for line in std::fs::read_to_string(dir.join("manifest.txt"))?.lines() {
        let case = Case::new(dir, line).ok_or("a line is not NAME dtype order shape")?;
        case.save_all()?;
        for (extension, outcome) in case.load_all() {
            match outcome {
                Ok(true) => passed += 1,
                Ok(false) => println!("FAILED: {line}: {extension}: another array"),
                Err(ref err) => println!("FAILED: {line}: {extension}: {err}"),
            }
            failed += usize::from(!matches!(outcome, Ok(true)));
        }
    }
    println!("interop: {passed} passed, {failed} failed (latio read what NumPy wrote)");
    if failed == 0 { Ok(()) } else { Err("latio and NumPy differ".into()) }
}

/// An array that NumPy has written.
struct Case<'a> {
    dir: &'a Path,
    name: &'a str,
    wanted: NdArray,
    raw: Vec<u8>,
}

impl<'a> Case<'a> {
    fn new(dir: &'a Path, line: &'a str) -> Option<Self> {
        let mut words = line.split(' ');
        let name = words.next()?;
        let dtype: DType = words.next()?.parse().ok()?;
        let fortran = words.next()? == "F";
        let shape = words.next()?.split(',').filter(|it| *it != "-");
        let shape: Vec<usize> =
            shape.map(str::parse).collect::<std::result::Result<_, _>>().ok()?;
        let raw = std::fs::read(dir.join("numpy").join(format!("{name}.raw"))).ok()?;
        let wanted = array(dtype, &shape, fortran, &raw);
        Some(Self { dir, name, wanted, raw })
    }

    fn is_table(&self) -> bool {
        self.path("numpy", "csv").exists()
    }

    fn path(&self, writer: &str, extension: &str) -> PathBuf {
        self.dir.join(writer).join(format!("{}.{extension}", self.name))
    }

    fn load_all(&self) -> Vec<(&'static str, Result<bool>)> {
        let mut outcomes = vec![("npy", self.load_npy())];
        if self.is_table() {
            outcomes.push(("csv", self.load_table("csv", &Csv::new())));
            outcomes.push(("txt", self.load_table("txt", &Text::new())));
        }
        outcomes
    }

    fn load_npy(&self) -> Result<bool> {
        let found: NdArray = Npy::new().load(self.path("numpy", "npy"))?;
        let same = found.dtype() == self.wanted.dtype() && found.shape() == self.wanted.shape();
        Ok(same && bytes(&found.view()) == self.raw)
    }

    /// A table does not tell its rank, or the bits of a NaN.
    fn load_table(&self, extension: &str, format: &dyn Format) -> Result<bool> {
        let want = Want::ANYTHING.dtype(self.wanted.dtype()).rank(self.wanted.rank());
        let found = load_with(format, &self.path("numpy", extension), want)?;
        let same = found.shape() == self.wanted.shape();
        Ok(same && bytes_but_nan(&found.view()) == bytes_but_nan(&self.wanted.view()))
    }

    fn save_all(&self) -> Result<()> {
        // As it was loaded: its order in memory must be the file's.
        let loaded: NdArray = Npy::new().load(self.path("numpy", "npy"))?;
        Npy::new().save(self.path("latio", "npy"), &loaded)?;
        Json::new().save(self.path("latio", "json"), &self.wanted)?;
        if self.is_table() {
            Csv::new().save(self.path("latio", "csv"), &self.wanted)?;
            Text::new().save(self.path("latio", "txt"), &self.wanted)?;
        }
        Ok(())
    }
}
