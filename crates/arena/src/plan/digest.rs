//! Checksums of the settings of a match, by which games under other settings are noticed.

use std::collections::BTreeMap;
use std::sync::Arc;

use halfpoint_core::excerpt::excerpt;
use halfpoint_nn::NetChoice;
use halfpoint_system::checksum::{digits_of, digits_of_file};
use halfpoint_system::regular;
use serde::{Deserialize, Serialize};

use super::config::MatchConfig;

/// Beginning of the names of the checksums of files of nets: that of a player, or that of the
/// match, which judges openings.
const NET_OF: &str = "net of ";

/// Settings as text, by their names.
type ByName = BTreeMap<String, String>;

/// Checksums of the settings that a game depends on, by the names of the settings. A line of a
/// journal holds them, so that a game which was played under other settings is noticed, and the
/// settings that differ can be named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ByName", into = "ByName")]
pub struct SettingsDigest(Arc<ByName>);

impl From<ByName> for SettingsDigest {
    fn from(sums: ByName) -> SettingsDigest {
        SettingsDigest(Arc::new(sums))
    }
}

impl From<SettingsDigest> for ByName {
    fn from(digest: SettingsDigest) -> ByName {
        Arc::unwrap_or_clone(digest.0)
    }
}

impl SettingsDigest {
    /// Computes the checksums of [`SettingsDigest::of`] and of the files of nets, as far as these
    /// can be read: a match whose nets cannot be read is refused when its players start.
    ///
    /// # Errors
    /// Returns an error if the settings cannot be serialized.
    pub fn with_nets(config: &MatchConfig) -> Result<SettingsDigest, toml::ser::Error> {
        let SettingsDigest(mut settings) = SettingsDigest::of(config)?;
        let mut add = |owner: &str, choice: &NetChoice| {
            let NetChoice::File(path) = choice else {
                return;
            };
            if let Ok(digits) = regular::reader(path).and_then(digits_of_file) {
                Arc::make_mut(&mut settings).insert(format!("{NET_OF}{owner}"), digits);
            }
        };
        add("the match", &config.net);
        for engine in &config.engines {
            if let Some(player) = &engine.player {
                add(&format!("engine {}", engine.name), &player.net);
            }
        }
        Ok(SettingsDigest(settings))
    }

    /// Computes the checksums of all settings but `shard` and `concurrency`, which say who plays a
    /// game and when.
    ///
    /// # Errors
    /// Returns an error if the settings cannot be serialized.
    pub fn of(config: &MatchConfig) -> Result<SettingsDigest, toml::ser::Error> {
        let mut settings = by_name(config)?;
        settings.remove("shard");
        for value in settings.values_mut() {
            *value = digits_of(value.as_bytes());
        }
        Ok(SettingsDigest::from(settings))
    }

    /// Returns the number of checksums: one that knows the files of nets has more.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the names of the settings that differ, as [`differing`] does. A net whose file only
    /// one side knows does not.
    #[must_use]
    pub fn differing(&self, other: &SettingsDigest) -> Vec<String> {
        differing_names(&self.0, &other.0)
    }
}

/// Returns the names of the settings in which two configurations differ, `concurrency` excepted: it
/// may change while a match is played. `engines` stands for the list of the engines.
///
/// # Errors
/// Returns an error if the settings cannot be serialized.
pub fn differing(one: &MatchConfig, other: &MatchConfig) -> Result<Vec<String>, toml::ser::Error> {
    Ok(differing_names(&by_name(one)?, &by_name(other)?))
}

fn by_name(config: &MatchConfig) -> Result<ByName, toml::ser::Error> {
    let mut table = toml::Table::try_from(config)?;
    for special in ["concurrency", "engine"] {
        table.remove(special);
    }
    let text = |(name, value): (String, toml::Value)| (name, value.to_string());
    let mut settings: ByName = table.into_iter().map(text).collect();
    let mut names = Vec::new();
    for engine in &config.engines {
        let value = toml::Value::try_from(engine)?;
        settings.insert(format!("engine {}", engine.name), value.to_string());
        names.push(engine.name.as_str());
    }
    settings.insert("engines".to_string(), names.join(" "));
    Ok(settings)
}

/// Returns the names of the settings that differ. A net whose file only one side knows does not.
fn differing_names(one: &ByName, other: &ByName) -> Vec<String> {
    let mut names: Vec<&String> = one.keys().chain(other.keys()).collect();
    names.sort();
    names.dedup();
    names.retain(|name| match (one.get(*name), other.get(*name)) {
        (Some(one), Some(other)) => one != other,
        _ => !name.starts_with(NET_OF),
    });
    names.into_iter().map(|name| excerpt(name)).collect()
}
