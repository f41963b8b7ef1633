//! What a file holds, whatever its format: `cargo run --example show [file]`.

#![expect(clippy::print_stdout, reason = "a program to be looked at")]

use latio::NdArray;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/co2.csv");

fn main() -> latio::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| DATA.to_owned());
    let array: NdArray = latio::load(&path)?;
    println!("{path}: {} {:?}\n{array}", array.dtype(), array.shape());
    Ok(())
}
