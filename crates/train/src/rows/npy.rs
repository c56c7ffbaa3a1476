//! Arrays in the files of numpy (`numpy.lib.format`, version 1.0), and the values in them.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Alignment of the data in the file.
const ALIGNMENT: usize = 64;
/// Bytes before the header: the magic, the version and the length of the header.
const PREFIX: usize = 10;

/// Number that is unknown.
pub(super) const UNKNOWN: f32 = f32::NAN;

/// Number that numpy stores: its type and its little-endian bytes.
pub(super) trait Number: Copy {
    /// Name of the type in a header.
    const KIND: &'static str;

    /// Appends the bytes of the number.
    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! number {
    ($type:ty, $kind:literal) => {
        impl Number for $type {
            const KIND: &'static str = $kind;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    };
}

number!(u8, "|u1");
number!(i8, "|i1");
number!(u16, "<u2");
number!(i16, "<i2");
number!(f32, "<f4");

/// Returns the header of an array.
fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let sides: String = shape.iter().map(|side| format!("{side},")).collect();
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sides}), }}");
    let length = (PREFIX + text.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    text.push_str(&" ".repeat(length - 1 - text.len()));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}

/// Writes an array of rows. `shape` is that of one row.
///
/// # Errors
/// If the output cannot be written.
pub(super) fn write<T: Number>(
    mut out: impl Write,
    rows: usize,
    shape: &[usize],
    values: &[T],
) -> io::Result<()> {
    let shape: Vec<usize> = std::iter::once(rows).chain(shape.iter().copied()).collect();
    debug_assert_eq!(shape.iter().product::<usize>(), values.len());
    let mut bytes = header(T::KIND, &shape);
    bytes.reserve(size_of_val(values));
    for &value in values {
        value.write(&mut bytes);
    }
    out.write_all(&bytes)
}

/// Writer of the arrays of a folder.
pub(super) struct Saver<'a> {
    folder: &'a Path,
    rows: usize,
}

impl<'a> Saver<'a> {
    /// Creates the writer of arrays of so many rows.
    pub(super) fn new(folder: &'a Path, rows: usize) -> Saver<'a> {
        Saver { folder, rows }
    }

    /// Writes the array of a field.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn save<T: Number>(
        &self,
        name: &str,
        shape: &[usize],
        values: &[T],
    ) -> io::Result<()> {
        let file = File::create(self.folder.join(format!("{name}.npy")))?;
        let mut out = BufWriter::new(file);
        write(&mut out, self.rows, shape, values)?;
        out.flush()?;
        out.get_ref().sync_all()
    }
}

/// Appends bits, the first one in the highest bit of a byte; the last byte is filled with zeros.
pub(super) fn push_bits(bytes: &mut Vec<u8>, bits: &[bool]) {
    bytes.extend(bits.chunks(8).map(|chunk| {
        let bit = |(index, &is_set): (usize, &bool)| u8::from(is_set) << (7 - index);
        chunk.iter().enumerate().map(bit).sum::<u8>()
    }));
}

/// Appends `count` rows of `width` values each, from row `from` on.
pub(super) fn some<T: Copy>(to: &mut Vec<T>, of: &[T], from: usize, count: usize, width: usize) {
    to.extend_from_slice(&of[from * width..(from + count) * width]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_equals_that_of_numpy() {
        // numpy.save(sys.stdout.buffer, numpy.array([[1, -2]], "<i2"))
        let mut bytes = Vec::new();
        write(&mut bytes, 1, &[2], &[1_i16, -2]).expect("bytes");
        assert_eq!(bytes.len(), 128 + 4);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let text = b"{'descr': '<i2', 'fortran_order': False, 'shape': (1,2,), }";
        assert!(bytes[10..].starts_with(text));
        assert_eq!(bytes[127], b'\n');
        assert_eq!(bytes[128..], [1, 0, 0xfe, 0xff]);
        let mut bytes = Vec::new();
        write(&mut bytes, 3, &[], &[1.5_f32, 0.0, -1.0]).expect("bytes");
        assert!(
            bytes[10..].starts_with(b"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }")
        );
    }
}
