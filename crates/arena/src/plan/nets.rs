//! Nets of a match, each read once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use halfpoint_nn::{Arithmetic, Net, NetChoice, NetError};
use halfpoint_system::parallel::lock;

/// Nets that were read, by what chose them and by whether they are evaluated in floats. Clones
/// share them.
#[derive(Clone, Debug, Default)]
pub struct Nets {
    read: Arc<Mutex<BTreeMap<(NetChoice, bool), Net>>>,
}

impl Nets {
    /// Returns the chosen net, which is read if it was not; `None` without one. The net has a cache
    /// of its own, so that no player profits from the evaluations of its opponent.
    ///
    /// # Errors
    /// As [`NetChoice::open`].
    pub fn open(&self, choice: &NetChoice, in_floats: bool) -> Result<Option<Arc<Net>>, NetError> {
        let key = (choice.clone(), in_floats);
        // The lock is held while a net is read, so that no net is read twice at a time.
        let mut read = lock(&self.read);
        if let Some(net) = read.get(&key) {
            return Ok(Some(Arc::new(net.with_own_cache())));
        }
        let arithmetic = match in_floats {
            true => Arithmetic::Float,
            false => Arithmetic::Int8,
        };
        let Some(net) = choice.open(arithmetic)? else {
            return Ok(None);
        };
        let own = net.with_own_cache();
        read.insert(key, net);
        Ok(Some(Arc::new(own)))
    }
}
