//! Files of nets of every kind.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use super::error::NetError;
use super::network::Network;
use super::{katago, own};

/// First two bytes of a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Bytes by which files of our own are told from others.
const START: u64 = 9;
/// Bytes that a net of our own may have.
const MAX_BYTES: u64 = 1 << 30;

/// Reads the net in the file `path`, of KataGo or of our own, packed by gzip or not.
///
/// # Errors
///
/// The file cannot be read, is no net of a known format, or has parts that are not supported.
pub fn load(path: &Path) -> Result<Network, NetError> {
    read(BufReader::new(File::open(path)?))
}

/// Reads a net of KataGo or of our own, packed by gzip or not. The content decides which it is.
///
/// # Errors
///
/// As [`load`].
pub fn read(mut input: impl BufRead) -> Result<Network, NetError> {
    if input.fill_buf()?.starts_with(&GZIP) {
        read_unpacked(MultiGzDecoder::new(input))
    } else {
        read_unpacked(input)
    }
}

fn read_unpacked(mut input: impl Read) -> Result<Network, NetError> {
    let mut start = Vec::new();
    input.by_ref().take(START).read_to_end(&mut start)?;
    let is_own = own::is_safetensors(&start);
    let whole = Cursor::new(start).chain(input);
    if !is_own {
        return katago::read(BufReader::with_capacity(1 << 16, whole));
    }
    let mut bytes = Vec::new();
    whole.take(MAX_BYTES).read_to_end(&mut bytes)?;
    own::read(&bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;
    use crate::nn::sample::sample_own;

    #[test]
    fn a_net_of_our_own_is_known_by_its_content() {
        let net = sample_own(3);
        let bytes = own::write(&net).expect("a file");
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(&bytes).expect("memory");
        let packed = packer.finish().expect("memory");
        assert_eq!(read(&bytes[..]).expect("a net"), net);
        assert_eq!(read(&packed[..]).expect("a net"), net);
        for length in 0..40 {
            assert!(read(&bytes[..length]).is_err(), "{length}");
            assert!(read(&packed[..length]).is_err(), "{length}");
        }
    }
}
