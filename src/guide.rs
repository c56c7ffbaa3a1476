//! Pages of the documentation from which players learn on the board page. The program contains
//! their texts unchanged.

/// Name and text of pages in folders of `docs/`.
macro_rules! pages {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($(($name, include_str!(concat!("../docs/", $folder, $name, ".md")))),*),*]
    };
}

/// Name and text of each page; the names of rule sets are their ids.
#[rustfmt::skip]
pub const PAGES: &[(&str, &str)] = pages!(
    "rules/": "README";
    "": "examples";
    "rules/": "aga" "bga" "black_white" "button" "button_equivalence" "chinese" "half_pass"
        "ing" "japanese" "korean" "new_zealand" "reverse_button" "stone_scoring"
        "tromp_taylor" "two_button" "two_button_moves" "ultimate" "white_button";
);

#[cfg(test)]
mod tests {
    use halfpoint_board::Lessons;
    use halfpoint_core::rules::PRESETS;

    use super::PAGES;
    use crate::options::of_session;

    #[test]
    fn every_rule_set_has_a_page_with_a_game_for_each_session() {
        let lessons = Lessons {
            pages: PAGES,
            problems: &[],
            session: of_session,
        };
        for preset in &PRESETS {
            assert!(
                PAGES.iter().any(|(name, _)| *name == preset.id),
                "{}",
                preset.id
            );
        }
        for (name, text) in PAGES {
            let shown = lessons.rendered(text);
            let sessions = text.matches("```gtp\n").count();
            assert_eq!(shown.examples.len(), sessions, "{name}");
            assert!(sessions > 0, "{name}");
            for example in shown.examples {
                let game = example.game;
                let (game, _) = game
                    .read()
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(example.moves, game.records().len(), "{name}");
            }
        }
    }
}
