//! `halfpoint analysis`: the protocol of `katago analysis`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::{MAX_MEMORY_MB, Settings, Threads};
use halfpoint_gtp::json::{EngineIdentity, JsonOptions, JsonSettings, SettingError, serve};
use halfpoint_gtp::stdout_closes_within;
use halfpoint_nn::Arithmetic;
use halfpoint_system::regular;

use crate::options::NetArgs;

/// Name of the subcommand.
const NAME: &str = "analysis";
/// Arguments that KataGo takes with one dash, and clap with two.
pub(super) const KATAGO_ARGUMENTS: [&str; 7] = [
    "config",
    "model",
    "human-model",
    "override-config",
    "override-version",
    "quit-without-waiting",
    "analysis-threads",
];
/// Largest size of a configuration file in bytes; KataGo's own have some twenty thousand.
const MAX_CONFIG: u64 = 1 << 20;
/// Line on standard error that clients of KataGo wait for.
const READY: &str = "Started, ready to begin handling requests";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct AnalysisArgs {
    /// Configuration file of KataGo, of which the settings are read that exist here
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,
    /// Settings that override those of the file: reportAnalysisWinratesAs, maxVisits, maxTime,
    /// analysisPVLen
    #[arg(long, value_name = "NAME=VALUE,...", hide = true)]
    override_config: Vec<String>,
    /// Not read: --net names the net
    #[arg(long, value_name = "FILE", hide = true)]
    model: Option<PathBuf>,
    /// Not read: there is no such net here
    #[arg(long, value_name = "FILE", hide = true)]
    human_model: Option<PathBuf>,
    /// End at the end of input, without the queries that are left
    #[arg(long, hide = true)]
    quit_without_waiting: bool,
    /// Positions that are analysed at once, each by one thread; `auto` is one for each processor
    #[arg(
        long,
        alias = "analysis-threads",
        value_name = "auto|N",
        default_value_t
    )]
    threads: Threads,
    /// Memory for all search trees, in MiB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MEMORY_MB)))]
    memory: u32,
    #[command(flatten)]
    net: NetArgs,
    /// Rules of queries that name none [default: such queries are errors]
    #[arg(long, value_name = "RULES")]
    rules: Option<NamedRules>,
    /// Ignore the rules of queries
    #[arg(long, requires = "rules")]
    lock_rules: bool,
    /// Let no answer depend on earlier queries: a query that goes on from an earlier one gets a
    /// search of its own
    #[arg(long, hide = true)]
    independent: bool,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Name for the answer to query_version, for clients that look for one
    #[arg(long, value_name = "NAME", hide = true)]
    present_as: Option<String>,
    /// Version for the answer to query_version
    #[arg(long, value_name = "VERSION", hide = true)]
    override_version: Option<String>,
    /// Log more: the searches (twice)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub(super) verbose: u8,
}

const EXAMPLES: &str = "Arguments of KataGo are taken with one dash or two: -config, -override-config, -analysis-threads,
-quit-without-waiting, -override-version; also -model and -human-model, which are not read.

Example:
  echo '{\"id\":\"a\",\"moves\":[[\"B\",\"D4\"]],\"rules\":\"button\",\"boardXSize\":9,\"boardYSize\":9}' |
    halfpoint analysis";

/// Returns the command line with KataGo's arguments of one dash written with two, which clap reads.
/// Only a command line whose first argument is the name of this subcommand is changed, and in it
/// only arguments that have such a name, alone or before `=`.
pub(super) fn with_two_dashes(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_none_or(|name| name != NAME) {
        return arguments;
    }
    for argument in arguments.iter_mut().skip(2) {
        let text = argument.to_str().and_then(|text| text.strip_prefix('-'));
        let name = text.and_then(|text| text.split('=').next());
        if name.is_some_and(|name| KATAGO_ARGUMENTS.contains(&name)) {
            let mut longer = OsString::from("-");
            longer.push(&*argument);
            *argument = longer;
        }
    }
    arguments
}

impl AnalysisArgs {
    /// Answers queries on standard input until it ends.
    ///
    /// # Errors
    /// If a setting, the configuration file or the net cannot be read, or standard input or output
    /// fails.
    pub fn run(self) -> Result<(), String> {
        let options = self.options()?;
        // Clients may close standard error.
        let _ = writeln!(io::stderr(), "{READY}");
        let served = serve(&options, io::stdin(), io::stdout(), stdout_closes_within);
        served.map_err(|error| error.to_string())
    }

    fn options(&self) -> Result<JsonOptions, String> {
        if self.model.is_some() || self.human_model.is_some() {
            log::warn!("-model and -human-model are not read: --net names the net");
        }
        let usual = JsonOptions::default();
        let identity = EngineIdentity {
            name: self.present_as.clone().unwrap_or(usual.identity.name),
            version: self
                .override_version
                .clone()
                .unwrap_or(usual.identity.version),
        };
        Ok(JsonOptions {
            settings: Settings {
                threads: self.threads,
                memory_mb: self.memory as usize,
                seed: self.seed,
                ..Settings::default()
            },
            net: self.net.open(Arithmetic::Int8)?,
            query: self.settings()?,
            rules: self.rules,
            lock_rules: self.lock_rules,
            reuse_tree: !self.independent,
            quit_without_waiting: self.quit_without_waiting,
            max_waiting: None,
            max_waiting_bytes: None,
            identity,
        })
    }

    /// Reads the configuration files and the settings that override them.
    fn settings(&self) -> Result<JsonSettings, String> {
        let mut settings = JsonSettings::default();
        for path in &self.config {
            let text = regular::given(path);
            let text = text.and_then(|file| regular::text_up_to(file, MAX_CONFIG));
            let text = text.map_err(|error| format!("-config {}: {error}", path.display()))?;
            let objections = settings.set_all(&text, '\n');
            report("-config", objections)?;
        }
        for text in &self.override_config {
            let objections = settings.set_all(text, ',');
            report("-override-config", objections)?;
        }
        Ok(settings)
    }
}

/// Logs the settings that do not exist here, of which a configuration of KataGo has many.
///
/// # Errors
/// The first setting that exists and has no valid value.
fn report(argument: &str, objections: Vec<SettingError>) -> Result<(), String> {
    for objection in objections {
        match objection {
            SettingError::BadValue { .. } => return Err(format!("{argument}: {objection}")),
            _ => log::info!("{argument}: {objection}"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> String {
        let words = line.split(' ').map(OsString::from);
        let words = with_two_dashes(words).into_iter();
        let words: Vec<String> = words.filter_map(|word| word.into_string().ok()).collect();
        words.join(" ")
    }

    #[test]
    fn arguments_of_katago_get_their_second_dash() {
        for (given, wanted) in [
            (
                "halfpoint analysis -config a.cfg -quit-without-waiting -model=x --threads 2 -v",
                "halfpoint analysis --config a.cfg --quit-without-waiting --model=x --threads 2 -v",
            ),
            (
                "halfpoint analysis --config -x",
                "halfpoint analysis --config -x",
            ),
            ("halfpoint gtp -config a.cfg", "halfpoint gtp -config a.cfg"),
            ("halfpoint", "halfpoint"),
        ] {
            assert_eq!(translated(given), wanted);
        }
    }
}
