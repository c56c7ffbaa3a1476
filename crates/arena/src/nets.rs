//! Nets of a match, each read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use halfpoint_engine::nn::{Arithmetic, Net, NetError};

/// Nets that were read, by file and by whether they are evaluated in floats. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Nets {
    read: Arc<Mutex<BTreeMap<(PathBuf, bool), Net>>>,
}

impl Nets {
    /// Returns the net of a file, which is read if it was not. The net has a cache of its own, so
    /// that no player profits from the evaluations of its opponent.
    ///
    /// # Errors
    /// As [`Net::open`].
    pub fn open(&self, path: &Path, in_floats: bool) -> Result<Arc<Net>, NetError> {
        let key = (path.to_path_buf(), in_floats);
        // The lock is held while a net is read, so that no net is read twice at a time.
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(net) = read.get(&key) {
            return Ok(Arc::new(net.with_own_cache()));
        }
        let arithmetic = match in_floats {
            true => Arithmetic::Float,
            false => Arithmetic::Int8,
        };
        let net = Net::open(path, arithmetic)?;
        let own = net.with_own_cache();
        read.insert(key, net);
        Ok(Arc::new(own))
    }
}
