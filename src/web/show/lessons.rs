//! Pages to learn from: the rule sets and the lines of play of `docs/`, whose sessions are games.
//!
//! The pages lie in the program as they stand. HTML inside them is shown as text. Each session of
//! GTP commands becomes a game that the board can show; the tests of the documentation run the
//! same sessions and compare the answers.

use halfpoint_core::game::Game;
use halfpoint_core::rules::{CUSTOM, NamedRules, find};
use halfpoint_gtp::Session;
use halfpoint_report::picture;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options as Markdown, Parser, Tag, TagEnd, html,
};

use crate::options;
use crate::web::wire::{GameText, Lesson, LessonGame, LessonTitle};

/// Name and text of pages in folders of `docs/`.
macro_rules! pages {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($(($name, include_str!(concat!("../../../docs/", $folder, $name, ".md")))),*),*]
    };
}

/// Name and text of each page; the names of rule sets are their ids.
#[rustfmt::skip]
const PAGES: &[(&str, &str)] = pages!(
    "rules/": "README";
    "": "examples";
    "rules/": "aga" "bga" "black_white" "button" "button_equivalence" "chinese" "half_pass"
        "ing" "japanese" "korean" "new_zealand" "reverse_button" "stone_scoring"
        "tromp_taylor" "two_button" "two_button_moves" "ultimate" "white_button";
);
/// Beginning of a session's first line, before its command.
const PROMPT: &str = "$ ";
/// Commands of sessions that change the game. The others only show it.
const CHANGES: [&str; 7] = [
    "play",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "halfpoint-propose_dead",
    "halfpoint-dead",
    "halfpoint-take_back",
];

/// Returns the names and titles of the pages.
pub fn titles() -> Vec<LessonTitle> {
    let titled = |&(name, text): &(&'static str, &str)| {
        let title = text.lines().next().unwrap_or_default();
        let title = title.trim_start_matches("# ").replace('`', "");
        LessonTitle { name, title }
    };
    PAGES.iter().map(titled).collect()
}

/// Returns the text of a page; `None` if there is no page with this name.
pub fn text_of(name: &str) -> Option<&'static str> {
    let page = PAGES.iter().find(|(known, _)| *known == name);
    page.map(|(_, text)| *text)
}

/// Returns a page as HTML and the games of its sessions. In the HTML a button with the number of
/// the game stands before each session.
pub fn rendered(text: &str) -> Lesson {
    let mut examples = Vec::new();
    let mut events = Vec::new();
    let mut parser = Parser::new_ext(text, Markdown::ENABLE_TABLES);
    while let Some(event) = parser.next() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(mark))) if &*mark == "gtp" => {
                let session = code_of(&mut parser);
                let example = played(&session);
                if let Some(example) = &example {
                    examples.push(example_of(example));
                }
                let number = example.is_some().then_some(examples.len());
                events.extend(session_events(&session, number));
            }
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            // The page has two levels of headings above.
            Event::Start(Tag::Heading { level, .. }) => events.push(Event::Start(Tag::Heading {
                level: lower(level),
                id: None,
                classes: Vec::new(),
                attrs: Vec::new(),
            })),
            Event::End(TagEnd::Heading(level)) => {
                events.push(Event::End(TagEnd::Heading(lower(level))));
            }
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => (),
            other => events.push(other),
        }
    }
    let mut shown = String::new();
    html::push_html(&mut shown, events.into_iter());
    // Screen readers would announce a heading without a text.
    let html = shown.replace("<th></th>", "<td></td>");
    Lesson { html, examples }
}

/// Returns the level of a heading inside a card of the page.
fn lower(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 => HeadingLevel::H3,
        HeadingLevel::H2 => HeadingLevel::H4,
        _ => HeadingLevel::H5,
    }
}

/// Returns the text of the code block whose start has been read.
fn code_of<'a>(parser: &mut impl Iterator<Item = Event<'a>>) -> String {
    let mut code = String::new();
    for event in parser {
        match event {
            Event::Text(text) => code.push_str(&text),
            Event::End(TagEnd::CodeBlock) => break,
            _ => (),
        }
    }
    code
}

/// Returns the events that show a session: a place for its game, and its lines behind a summary.
fn session_events(session: &str, number: Option<usize>) -> Vec<Event<'static>> {
    let markup = |text: String| Event::Html(CowStr::from(text));
    let mut events = Vec::new();
    if let Some(number) = number {
        events.push(markup(format!(
            "<div data-example=\"{}\"></div>",
            number - 1
        )));
    }
    events.push(markup(
        "<details><summary>The session in GTP</summary><pre>".to_string(),
    ));
    events.push(Event::Text(CowStr::from(session.to_string())));
    events.push(markup("</pre></details>\n".to_string()));
    events
}

/// Returns the game of a session with its rules; `None` if the session cannot be played, which
/// the tests rule out.
fn played(session: &str) -> Option<(Game, NamedRules)> {
    let (command, commands) = session.split_once('\n')?;
    let options = options::of_session(command.strip_prefix(PROMPT)?)?;
    let id = options.rules_id;
    let mut session = Session::new(options);
    for line in commands.lines() {
        let name = line.split(' ').next().unwrap_or_default();
        if CHANGES.contains(&name) && session.handle_line(line)?.result().is_err() {
            return None;
        }
    }
    let rules = *session.game().rules();
    let id = match find(id) {
        Some(preset) if preset.rules == rules => preset.id,
        _ => CUSTOM,
    };
    Some((session.game().clone(), NamedRules { rules, id }))
}

/// Returns a game with the picture of its last position.
fn example_of((game, rules): &(Game, NamedRules)) -> LessonGame {
    let text = GameText::write(game, rules);
    LessonGame {
        svg: picture::position(game).svg,
        rules: rules.id,
        moves: text.moves.len(),
        game: text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use halfpoint_core::rules::PRESETS;

    #[test]
    fn every_rule_set_has_a_page_with_a_game_for_each_session() {
        for preset in &PRESETS {
            assert!(
                PAGES.iter().any(|(name, _)| *name == preset.id),
                "{}",
                preset.id
            );
        }
        for (name, text) in PAGES {
            let shown = rendered(text);
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

    #[test]
    fn html_in_a_page_is_shown_as_text() {
        let shown =
            rendered("# A\n\n<script>alert(1)</script>\n\nb <img src=x onerror=alert(1)> c\n");
        let html = shown.html;
        assert!(
            !html.contains("<script") && !html.contains("<img"),
            "{html}"
        );
        assert!(html.contains("&lt;script&gt;"), "{html}");
    }
}
