#![forbid(unsafe_code)]
//! `make DIR [--quick] NAME…` makes inputs, and says what is in them.

use std::{env, fs, path::Path};

use latio_benches::{
    Outcome,
    inputs::{Scale, make},
};

fn main() -> Outcome<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (dir, names) = args.split_first().ok_or("usage: make DIR [--quick] NAME…")?;
    let quick = names.first().is_some_and(|it| it == "--quick");
    let scale = if quick { Scale::QUICK } else { Scale::FULL };
    fs::create_dir_all(dir)?;
    for name in &names[usize::from(quick)..] {
        print!("{}", make(Path::new(dir), name, scale)?);
    }
    Ok(())
}
