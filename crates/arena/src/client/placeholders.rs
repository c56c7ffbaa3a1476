//! Values for the placeholders in commands.

use halfpoint_core::board::Size;
use halfpoint_core::half_points::HalfPoints;
use halfpoint_core::notation::BoardSize;
use halfpoint_core::rules::NamedRules;

use super::fault::{Fault, FaultKind};

/// Values of the placeholders `{seed}`, `{size}`, `{komi}`, `{rules}` and `{playouts}`, with which
/// a player in this process is also started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placeholders {
    /// Seed of the engine.
    pub seed: u64,
    /// Board size, written as `9` or `9x13`.
    pub size: Size,
    /// Komi, written in points: `6.5`.
    pub komi: HalfPoints,
    /// Rule set, written as its id, or as the JSON that `kata-set-rules` takes.
    pub rules: NamedRules,
    /// Playouts per move, if the match sets a number.
    pub playouts: Option<u64>,
}

impl Placeholders {
    /// Replaces the placeholders in a text by their values. Other text in braces stays as it is,
    /// and inserted values are not scanned again.
    ///
    /// # Errors
    /// A fault of the kind [`FaultKind::Start`] if `{playouts}` occurs and the match sets no
    /// number.
    pub fn apply(&self, text: &str) -> Result<String, Fault> {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            let (before, place) = rest.split_at(at);
            filled.push_str(before);
            let name = place.find('}').map(|end| &place[1..end]);
            match name.map(|name| (name, self.value(name))) {
                Some((name, Some(value))) => {
                    filled.push_str(&value);
                    rest = &place[name.len() + 2..];
                }
                Some(("playouts", None)) => {
                    return Err(Fault::new(
                        FaultKind::Start,
                        format!("{{playouts}} in `{text}`: the match has no number of playouts"),
                    ));
                }
                _ => {
                    filled.push('{');
                    rest = &place[1..];
                }
            }
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn value(&self, name: &str) -> Option<String> {
        match name {
            "seed" => Some(self.seed.to_string()),
            "size" => Some(BoardSize(self.size).to_string()),
            "komi" => Some(self.komi.to_string()),
            "rules" => Some(self.rules.to_string()),
            "playouts" => self.playouts.map(|playouts| playouts.to_string()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(playouts: Option<u64>) -> Placeholders {
        Placeholders {
            seed: 7,
            size: Size::new(9, 13).expect("a size"),
            komi: HalfPoints::from_halves(13),
            rules: "button".parse().expect("a rule set"),
            playouts,
        }
    }

    #[test]
    fn known_placeholders_are_replaced() {
        let placeholders = sample(Some(500));
        for (text, expected) in [
            ("", ""),
            ("gnugo --mode gtp", "gnugo --mode gtp"),
            (
                "{seed} {size} {komi} {rules} {playouts}",
                "7 9x13 6.5 button 500",
            ),
            ("-s{seed}{seed}", "-s77"),
            ("{x}{}{", "{x}{}{"),
            ("{{seed}}", "{7}"),
            ("{\"a\":{\"b\":{komi}}}", "{\"a\":{\"b\":6.5}}"),
            ("{ä}{seed}ä", "{ä}7ä"),
            ("{seed", "{seed"),
            ("{Seed}", "{Seed}"),
        ] {
            assert_eq!(placeholders.apply(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn inserted_values_are_not_scanned_again() {
        let mut placeholders = sample(None);
        placeholders.rules.id = halfpoint_core::rules::CUSTOM;
        let text = placeholders.apply("{rules}").expect("rules");
        assert!(text.starts_with('{') && text.ends_with('}'), "{text}");
    }

    #[test]
    fn playouts_without_a_number_are_a_start_fault() {
        let fault = sample(None).apply("-p {playouts}").expect_err("no number");
        assert_eq!(fault.kind, FaultKind::Start);
        assert!(fault.text.contains("-p {playouts}"), "{fault}");
    }
}
