//! From CSV to NPY, JSON and text, and back: `cargo run --example convert`.

#![expect(clippy::print_stdout, reason = "a program to be looked at")]

use latio::ndarray::Array2;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/co2.csv");

fn main() -> latio::Result<()> {
    let co2: Array2<f64> = latio::load(DATA)?;
    let dir = std::env::temp_dir().join(format!("latio-convert-{}", std::process::id()));
    std::fs::create_dir_all(&dir)?;
    for name in ["co2.npy", "co2.json", "co2.txt"] {
        let path = dir.join(name);
        latio::save(&path, &co2)?;
        let back: Array2<f64> = latio::load(&path)?;
        assert_eq!(back, co2, "every value is what it was");
        println!("{name}: {} bytes", std::fs::metadata(&path)?.len());
    }
    std::fs::remove_dir_all(&dir)?;
    Ok(())
}
