//! Tables of text: what the formats share that write a row a line.
//!
//! ```text
//! Read ──Blocks, 1 MiB of whole lines──▶ scan: number, delimiter, …, line end ──▶ Collector
//!                                         └ a record that is not plain ──Dialect::cut──▶ Fields ──▶ Row ──▶ Collector
//! ```
//!
//! The engine knows numbers, one delimiter and line ends. Quotes, comments and header lines are
//! the business of each format's [`Dialect`].

mod blocks;
mod chunks;
mod columns;
mod decode;
mod dialect;
mod head;
mod hint;
mod join;
mod memory;
mod options;
mod parallel;
mod parse;
mod print;
mod read;
mod row;
mod scan;
mod shape;
mod write;

pub use blocks::{line_len, without_line_end};
pub use chunks::Chunks;
pub use dialect::{Cut, Dialect, Fields, Separator, Stated, trim};
pub use options::{Column, Limits, TableOptions};
pub use read::TableReader;
pub use write::TableWriter;
