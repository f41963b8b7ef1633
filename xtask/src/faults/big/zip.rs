//! Archives: the format's structure, and a deflated stream that is nothing but zeros.

use std::io::{Result, Write};

use super::cases::Out;

/// An archive in the making.
pub(super) struct Zip<'o> {
    out: &'o mut Out,
    at: u32,
    directory: Vec<u8>,
    count: u16,
}

/// What is in an archive about a member besides its name.
#[derive(Default)]
struct Member {
    deflated: bool,
    crc: u32,
    size: u32,
}

impl<'o> Zip<'o> {
    pub(super) fn new(out: &'o mut Out) -> Self {
        Self { out, at: 0, directory: Vec::new(), count: 0 }
    }

    pub(super) fn empty_member(&mut self, name: &str) -> Result<()> {
        self.member(name, &Member::default(), &[])
    }

    fn member(&mut self, name: &str, member: &Member, data: &[u8]) -> Result<()> {
        // Version, flags, method, time, date; checksum, sizes; lengths of the name and of extras.
        let mut fields = Vec::new();
        for it in [20, 0, 8 * u16::from(member.deflated), 0, 0x21] {
            fields.extend(it.to_le_bytes());
        }
        for it in [member.crc, len(data), member.size] {
            fields.extend(it.to_le_bytes());
        }
        fields.extend(len(name.as_bytes()).to_le_bytes());
        let place = self.at;
        for part in [b"PK\x03\x04", &fields[..], name.as_bytes(), data] {
            self.out.write_all(part)?;
            self.at += len(part);
        }
        self.directory.extend(b"PK\x01\x02\x14\x03");
        self.directory.extend(fields);
        // No comment, the first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(place.to_le_bytes());
        self.directory.extend(name.bytes());
        self.count += 1;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<()> {
        self.out.write_all(&self.directory)?;
        self.out.write_all(b"PK\x05\x06\0\0\0\0")?;
        self.out.write_all(&[self.count.to_le_bytes(); 2].concat())?;
        self.out.write_all(&len(&self.directory).to_le_bytes())?;
        self.out.write_all(&self.at.to_le_bytes())?;
        self.out.write_all(&[0; 2])
    }
}

fn len(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("archives here are small")
}

/// How many zeros follow the head of what a bomb holds: 2 GiB.
const ZEROS: u32 = 1 << 31;

/// An archive of one member, which is `head` and then zeros.
pub(super) fn bomb(out: &mut Out, head: &[u8]) -> Result<()> {
    let member = Member { deflated: true, crc: crc_with_zeros(head), size: len(head) + ZEROS };
    let mut zip = Zip::new(out);
    zip.member("a.npy", &member, &deflated_zeros(head))?;
    zip.finish()
}

/// By RFC 1951: `head` as it is, then a zero, and copies of the one before it, 258 at a time. A
/// copy takes two bits.
fn deflated_zeros(head: &[u8]) -> Vec<u8> {
    let stored = u16::try_from(head.len()).expect("it is a header");
    let mut out = vec![0];
    out.extend(stored.to_le_bytes());
    out.extend((!stored).to_le_bytes());
    out.extend(head);
    let mut bits = Bits { out, used: 0 };
    // The last block, by codes of its own: for 286 literals and lengths, 1 distance, and the
    // lengths of these codes by 18 others.
    bits.put(0b1, 1);
    bits.put(0b10, 2);
    bits.put(286 - 257, 5);
    bits.put(0, 5); // 1 - 1
    bits.put(18 - 4, 4);
    // In the order 16, 17, 18, 0, 8, 7, …, 13, 2, 14, 1: what stands for many zeros has 1 bit, the
    // lengths 2 and 1 have 2.
    for length in [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2] {
        bits.put(length, 3);
    }
    let (zeros, one, two) = ((0b0, 1), (0b01, 2), (0b11, 2));
    // Literal 0, the end and length 258 have codes of 2, 2 and 1 bits; the others none.
    bits.put_code(two);
    for many in [138, 117] {
        bits.put_code(zeros);
        bits.put(many - 11, 7);
    }
    bits.put_code(two);
    bits.put_code(zeros);
    bits.put(28 - 11, 7);
    bits.put_code(one);
    bits.put_code(one); // the distance
    let (literal, end) = ((0b01, 2), (0b11, 2));
    bits.put_code(literal);
    bits.put_zeros((ZEROS - 1) / 258 * 2);
    (0..(ZEROS - 1) % 258).for_each(|_| bits.put_code(literal));
    bits.put_code(end);
    bits.out
}

/// Bits from the lowest of each byte on.
struct Bits {
    out: Vec<u8>,
    /// How many bits of the last byte are taken, or none if it is full.
    used: u32,
}

impl Bits {
    fn put(&mut self, bits: u32, count: u32) {
        for idx in 0..count {
            if self.used == 0 {
                self.out.push(0);
            }
            let bit = u8::from(bits >> idx & 1 == 1);
            *self.out.last_mut().expect("pushed before") |= bit << self.used;
            self.used = (self.used + 1) % 8;
        }
    }

    /// A code, given as it is written: its first bit is the lowest.
    fn put_code(&mut self, (bits, count): (u32, u32)) {
        self.put(bits, count);
    }

    fn put_zeros(&mut self, count: u32) {
        let first = count.min((8 - self.used) % 8);
        self.put(0, first);
        let bytes = (count - first) / 8;
        self.out.resize(self.out.len() + bytes as usize, 0);
        self.put(0, (count - first) % 8);
    }
}

/// The checksum of `head` and the zeros after it. What a zero bit does to one is linear, so what
/// 2^n of them do is had by squaring n times.
fn crc_with_zeros(head: &[u8]) -> u32 {
    let step = |crc: u32| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
    let crc =
        head.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)));
    let mut matrix: [u32; 32] = std::array::from_fn(|idx| step(1 << idx));
    for _ in 0..(u64::from(ZEROS) * 8).ilog2() {
        matrix = matrix.map(|column| times(&matrix, column));
    }
    !times(&matrix, crc)
}

fn times(matrix: &[u32; 32], vector: u32) -> u32 {
    let columns = matrix.iter().enumerate().filter(|(idx, _)| vector >> idx & 1 == 1);
    columns.fold(0, |sum, (_, column)| sum ^ column)
}
