//! A plain record is read in place, any other by way of its fields: both give the same, however
//! the input is cut into reads; and what the `csv` crate makes of a file is what it holds.

use std::{
    fmt::Write,
    io::{self, Read},
};

use lat_csv::{
    Csv, DType, Element, Error, ErrorKind, Format, NdArray, Position, lat_core::dispatch, ndarray,
};
use proptest::prelude::*;

/// Gives out its bytes in pieces of odd sizes, and is interrupted now and then.
struct Pieces<'a> {
    rest: &'a [u8],
    sizes: std::iter::Cycle<std::vec::IntoIter<usize>>,
}

impl<'a> Pieces<'a> {
    fn new(rest: &'a [u8], sizes: &[usize]) -> Self {
        Self { rest, sizes: Vec::from(sizes).into_iter().cycle() }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().unwrap_or(1);
        if size == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = size.min(buf.len()).min(self.rest.len());
        buf[..len].copy_from_slice(&self.rest[..len]);
        self.rest = &self.rest[len..];
        Ok(len)
    }
}

/// All elements, as text that tells 0.0 from -0.0, and no NaN from another.
fn scalars(array: &NdArray) -> Vec<String> {
    dispatch!(array.dtype(), T => {
        let view = array.view();
        view.typed::<T>().expect("matched on dtype").iter().map(|it| format!("{:?}", it.to_scalar())).collect()
    })
}

type Outcome = Result<(DType, Vec<usize>, Vec<String>), (ErrorKind, Option<Position>)>;

fn outcome(result: &Result<NdArray, Error>) -> Outcome {
    match result {
        Ok(array) => Ok((array.dtype(), array.shape().to_vec(), scalars(array))),
        Err(err) => Err((err.kind(), err.position().cloned())),
    }
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => any::<i32>().prop_map(|it| it.to_string()),
        8 => any::<f64>().prop_map(|it| it.to_string()),
        8 => (any::<f64>(), 0..25_usize).prop_map(|(it, digits)| format!("{it:.digits$e}")),
        4 => (-1e6..1e6_f64).prop_map(|it| format!("{it:.3}")),
        2 => any::<u64>().prop_map(|it| it.to_string()),
        2 => prop::sample::select(vec![
            "nan", "-inf", "+5", ".5", "5.", "1D+03", "1.#INF", "1e5", "00012", "-0", "-0.0", "1e400",
            "9223372036854775808", "\"7\"", " 8 ", "\t9", "\" 1.5\"", "1+2j", "(3-4j)",
        ]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["", "x", "1_0", "1.2.3", "\"", "0x1", "--1", "1e", "\"1\"2"])
            .prop_map(str::to_owned),
    ]
}

fn line_end() -> impl Strategy<Value = &'static str> {
    prop_oneof![8 => Just("\n"), 2 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\n\n"), 1 => Just("\n# c\n")]
}

/// A table of so many columns, with a record here and there that has one more or less.
fn table() -> impl Strategy<Value = (usize, String)> {
    (1..6_usize).prop_flat_map(|columns| {
        let width = prop_oneof![40 => Just(columns), 1 => 1..7_usize];
        let record = width.prop_flat_map(|it| prop::collection::vec(field(), it));
        let records = prop::collection::vec((record, line_end()), 1..12);
        records.prop_map(move |records| {
            let lines = records.into_iter().map(|(fields, end)| fields.join(",") + end);
            (columns, lines.collect::<String>())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn in_place_and_by_fields((columns, text) in table(), sizes in prop::collection::vec(0..9_usize, 1..8)) {
        let in_place = Csv::new().ndmin(2).read::<NdArray>(text.as_bytes());
        // Choosing columns, even all of them, takes the other way.
        let all = (0..isize::try_from(columns).unwrap()).collect::<Vec<_>>();
        let by_fields = Csv::new().ndmin(2).columns(all).read::<NdArray>(text.as_bytes());
        if in_place.as_ref().is_ok_and(|it| it.shape()[1] == columns) {
            prop_assert_eq!(outcome(&in_place), outcome(&by_fields), "{:?}", text);
        }
        if sizes.iter().any(|&it| it > 0) {
            let pieces = Csv::new().ndmin(2).read::<NdArray>(Pieces::new(text.as_bytes(), &sizes));
            prop_assert_eq!(outcome(&in_place), outcome(&pieces), "{:?}", text);
        }
    }

    #[test]
    fn as_the_csv_crate_reads_it(rows in prop::collection::vec(prop::array::uniform3(any::<f64>()), 1..20), quote in any::<bool>()) {
        let style = if quote { csv::QuoteStyle::Always } else { csv::QuoteStyle::Necessary };
        let mut writer = csv::WriterBuilder::new().quote_style(style).from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row.map(|it| it.to_string())).unwrap();
        }
        let text = writer.into_inner().unwrap();
        let array: ndarray::Array2<f64> = Csv::new().read(&text[..]).unwrap();
        let found: Vec<u64> = array.iter().map(|it| it.to_bits()).collect();
        let wanted: Vec<u64> = rows.iter().flatten().map(|it| it.to_bits()).collect();
        prop_assert_eq!(found, wanted);
    }
}

/// Longer than a block, so that records are cut between blocks.
#[test]
fn blocks_meet_anywhere() {
    let mut text = String::new();
    let mut wanted = Vec::new();
    for row in 0..200_000_u32 {
        let value = f64::from(row) * 0.37;
        write!(text, "{row},{value}\r\n").unwrap();
        wanted.extend([f64::from(row), value]);
    }
    for sizes in [vec![usize::MAX], vec![65_537], vec![1 << 20, 1]] {
        let pieces = Pieces::new(text.as_bytes(), &sizes);
        let array: ndarray::Array2<f64> = Csv::new().read(pieces).unwrap();
        assert_eq!(array.as_slice().unwrap(), wanted);
    }
}

/// Several threads give what one gives: arrays, and the first error of the file.
#[test]
fn threads_agree() {
    // Blanks make it large enough for threads, with few values.
    let rows = |count: u32, scale: f64| {
        let row = |it| format!("{it:>90},{:>90}\n", f64::from(it) * scale);
        (0..count).map(row).collect::<String>()
    };
    let (plain, whole) = (rows(15_000, 0.37), rows(30_000, 7.0));
    let tail = |text: &str| format!("{whole}{text}");
    let inputs = [
        plain.clone(),
        whole.clone(),
        tail("1,2.5\n"),
        tail("9223372036854775808,1\n"),
        tail("9223372036854775808,1\n-1,1\n"),
        tail("9223372036854775808,1\n-1,1\n0.5,1\n"),
        format!("{plain}# a comment\n\n\"1\n\",2\n{plain}"),
        format!("{plain}\"1\",\"2\n{}\"\n{plain}", format!("{:300}\n", "").repeat(12_000)),
        format!("{plain}1,x\n{plain}1,y\n"),
        format!("{plain}1,2,3\n{plain}"),
        format!("{plain}1,\"2\n{plain}"),
        format!("{whole}{plain}1+2j,3\n{whole}"),
        format!("{plain}{}", plain.trim_end()),
    ];
    for (idx, text) in inputs.iter().enumerate() {
        let read = |threads| Csv::new().threads(threads).read::<NdArray>(text.as_bytes());
        let one = outcome(&read(1));
        for threads in [2, 3, 7] {
            let many = outcome(&read(threads));
            assert!(many == one, "input {idx}, {threads} threads");
        }
        match (idx, &one) {
            (4 | 8 | 9 | 10, found) => assert!(found.is_err(), "input {idx}"),
            (_, found) => assert!(found.is_ok(), "input {idx}: {:?}", found.as_ref().err()),
        }
    }
}

#[test]
fn quotes_span_lines_and_blocks() {
    let filler = "1,2\n".repeat(300_000);
    let text = format!("{filler}\"3\n\",4\n");
    let array: ndarray::Array2<i64> = Csv::new().read(text.as_bytes()).unwrap();
    assert_eq!(array.shape(), [300_001, 2]);
    let err =
        Csv::new().read::<NdArray>(format!("{filler}\"3,4\n{filler}").as_bytes()).unwrap_err();
    assert_eq!(err.position(), Some(&Position::Line(300_001)), "{err}");
    assert!(err.to_string().contains("a quote opens here and is never closed"), "{err}");
}
