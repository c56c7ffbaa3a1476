//! Files of nets of every kind.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use super::error::NetError;
use super::network::Network;
use super::{katago, own};

/// First two bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Bytes by which files of our own are told from others.
const START: u64 = 9;
/// Bytes that each packed byte may unpack to. Weights that were trained hardly shrink; where half
/// of them are zero and the others have 16 bits it is about 5.
const MAX_GROWTH: u64 = 16;
/// Bytes that a packed file may unpack to beyond that.
const MIN_UNPACKED: u64 = 1 << 20;

/// Reads the net in the file `path`, of KataGo or of our own, packed by gzip or not.
///
/// # Errors
///
/// The file cannot be read, is no net of a known format, or has parts that are not supported.
pub fn load(path: &Path) -> Result<Network, NetError> {
    read(BufReader::new(halfpoint_system::regular::given(path)?))
}

/// Reads a net of KataGo or of our own to the end of the file, packed by gzip or not. The content
/// decides which it is.
///
/// # Errors
///
/// As [`load`].
pub fn read(mut input: impl BufRead) -> Result<Network, NetError> {
    if input.fill_buf()?.starts_with(&GZIP) {
        read_unpacked(Unpacker::new(input))
    } else {
        read_unpacked(input)
    }
}

fn read_unpacked(mut input: impl Read) -> Result<Network, NetError> {
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let is_own = own::is_safetensors(&start);
    let whole = Cursor::new(start).chain(input);
    if is_own {
        own::read(whole)
    } else {
        katago::read(BufReader::with_capacity(1 << 16, whole))
    }
}

/// Reader of a packed file, which fails where the file unpacks to far more than weights do.
struct Unpacker<R> {
    decoder: MultiGzDecoder<Counted<R>>,
    unpacked: u64,
}

impl<R: BufRead> Unpacker<R> {
    fn new(input: R) -> Self {
        Self {
            decoder: MultiGzDecoder::new(Counted { input, bytes: 0 }),
            unpacked: 0,
        }
    }
}

impl<R: BufRead> Read for Unpacker<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.decoder.read(bytes)?;
        self.unpacked += count as u64;
        let packed = self.decoder.get_ref().bytes;
        if self.unpacked > MIN_UNPACKED + MAX_GROWTH * packed {
            return Err(io::Error::other("it unpacks to far more than a net"));
        }
        Ok(count)
    }
}

/// Reader that counts the bytes that were taken from it.
struct Counted<R> {
    input: R,
    bytes: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(bytes)?;
        self.bytes += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.bytes += count as u64;
        self.input.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::katago::tests::written;
    use crate::sample::{sample, sample_own};

    /// Nets of both kinds, as files.
    fn files() -> [(Network, Vec<u8>); 2] {
        let (own, foreign) = (sample_own(3), sample(17));
        let bytes = own::write(&own).expect("a file");
        let other = written(&foreign);
        let foreign = read(&other[..]).expect("a net");
        [(own, bytes), (foreign, other)]
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes).expect("memory");
        packer.finish().expect("memory")
    }

    #[test]
    fn the_content_of_a_file_decides_its_kind() {
        for (net, bytes) in files() {
            let packed = packed(&bytes);
            assert_eq!(read(&bytes[..]).expect("a net"), net);
            assert_eq!(read(&packed[..]).expect("a net"), net);
            for length in 0..40 {
                assert!(read(&bytes[..length]).is_err(), "{length}");
                assert!(read(&packed[..length]).is_err(), "{length}");
            }
        }
    }

    /// Bits of the header of gzip, such as the time, and those that fill its last byte have no
    /// effect.
    #[test]
    fn every_change_of_a_packed_file_is_found_or_has_no_effect() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        for (net, bytes) in files() {
            let packed = packed(&bytes);
            let mut found = 0;
            for _ in 0..500 {
                let mut changed = packed.clone();
                let at = random.random_range(0..packed.len());
                changed[at] ^= 1 << random.random_range(0..8);
                match read(&changed[..]) {
                    Ok(read) => assert_eq!(read, net, "byte {at}"),
                    Err(_) => found += 1,
                }
            }
            assert!(found > 450, "{found}");
            let cut = &packed[..packed.len() - 1];
            assert!(read(cut).is_err(), "the checksum is cut");
            assert!(read(&[&bytes[..], b"more"].concat()[..]).is_err());
        }
    }

    /// Each of these declares a net that would be allowed, and has zeros in place of it.
    #[test]
    fn a_small_file_that_unpacks_to_a_large_one_takes_no_memory() {
        const ZEROS: usize = 48 << 20;
        let channels = 1024;
        let kata = format!(
            "bomb\n8\n22\n19\ntrunk\n40\n{channels}\n5\n5\n5\n2\nconv\n3\n3\n22\n\
             {channels}\n1\n1\n@BIN@"
        );
        let rest = ZEROS - 4 * 9 * 18 * channels;
        let own = format!(
            "{{\"__metadata__\":{{\"format\":\"halfpoint 1\"}},\
             \"first_conv\":{{\"dtype\":\"F32\",\"shape\":[3,3,18,{channels}],\
             \"data_offsets\":[0,{}]}},\"blocks.0.conv\":{{\"dtype\":\"F16\",\
             \"shape\":[{}],\"data_offsets\":[{},{ZEROS}]}}}}",
            ZEROS - rest,
            rest / 2,
            ZEROS - rest,
        );
        let own = [&(own.len() as u64).to_le_bytes(), own.as_bytes()].concat();
        for header in [kata.as_bytes(), &own] {
            let packed = packed(&[header, &vec![0; ZEROS]].concat());
            assert!(packed.len() < 500_000, "{}", packed.len());
            let memory = allocation_counter::measure(|| {
                assert!(read(&packed[..]).is_err());
            });
            assert!(memory.bytes_max < 24 << 20, "{memory:?}");
        }
    }

    #[test]
    fn a_file_that_was_packed_twice_is_no_net() {
        let (_, bytes) = &files()[1];
        assert!(read(&packed(&packed(bytes))[..]).is_err());
    }
}
