//! Pages to learn from, whose sessions are games.
//!
//! HTML inside them is shown as text. Each session of GTP commands becomes a game that the board
//! can show.

use halfpoint_core::game::Game;
use halfpoint_core::rules::{CUSTOM, NamedRules, PRESETS, find};
use halfpoint_gtp::{Options, Session};
use halfpoint_report::picture;
use halfpoint_sgf::SgfError;
use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, HeadingLevel, Options as Markdown, Parser, Tag, TagEnd, html,
};

use crate::wire::{GameText, Lesson, LessonGame, LessonTitle, ProblemRecord, RecordView};

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

/// Pages from which players learn, and how the games of their sessions begin.
#[derive(Clone, Copy)]
pub struct Lessons {
    /// Name and text of each page, in Markdown.
    pub pages: &'static [(&'static str, &'static str)],
    /// Name and record of each problem; the name of its rule set and its number.
    pub problems: &'static [(&'static str, &'static str)],
    /// Returns the options of the session that a command line starts; `None` if it starts none.
    pub session: fn(&str) -> Option<Options>,
}

impl Lessons {
    /// No pages.
    pub const NONE: Lessons = Lessons {
        pages: &[],
        problems: &[],
        session: |_| None,
    };

    /// Returns the names and titles of the pages.
    pub(crate) fn titles(&self) -> Vec<LessonTitle> {
        let titled = |&(name, text): &(&'static str, &str)| {
            let title = text.lines().next().unwrap_or_default();
            let title = title.trim_start_matches("# ").replace('`', "");
            LessonTitle { name, title }
        };
        self.pages.iter().map(titled).collect()
    }

    /// Returns the problems as the page takes them.
    ///
    /// # Errors
    /// If a record cannot be read, which the tests rule out.
    pub(crate) fn problem_records(&self) -> Result<Vec<ProblemRecord>, SgfError> {
        let read = |&(name, sgf): &(&'static str, &'static str)| {
            let record = RecordView::read(sgf.as_bytes(), NamedRules::from(&PRESETS[0]))?;
            let rules = name.rsplit_once('-').map_or(name, |(rules, _)| rules);
            Ok(ProblemRecord {
                name,
                rules,
                record,
            })
        };
        self.problems.iter().map(read).collect()
    }

    /// Returns the text of a page; `None` if there is no page with this name.
    pub(crate) fn text_of(&self, name: &str) -> Option<&'static str> {
        let page = self.pages.iter().find(|(known, _)| *known == name);
        page.map(|(_, text)| *text)
    }

    /// Returns a page as HTML and the games of its sessions. In the HTML a button with the number
    /// of the game stands before each session.
    pub fn rendered(&self, text: &str) -> Lesson {
        let mut examples = Vec::new();
        let mut events = Vec::new();
        let mut parser = Parser::new_ext(text, Markdown::ENABLE_TABLES);
        while let Some(event) = parser.next() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(mark))) if &*mark == "gtp" => {
                    let session = code_of(&mut parser);
                    let example = self.played(&session);
                    if let Some(example) = &example {
                        examples.push(example_of(example));
                    }
                    let number = example.is_some().then_some(examples.len());
                    events.extend(session_events(&session, number));
                }
                Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
                // The page has two levels of headings above.
                Event::Start(Tag::Heading { level, .. }) => {
                    events.push(Event::Start(Tag::Heading {
                        level: lower(level),
                        id: None,
                        classes: Vec::new(),
                        attrs: Vec::new(),
                    }))
                }
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

    /// Returns the game of a session with its rules; `None` if the session cannot be played, which
    /// the tests rule out.
    fn played(&self, session: &str) -> Option<(Game, NamedRules)> {
        let (command, commands) = session.split_once('\n')?;
        let options = (self.session)(command.strip_prefix(PROMPT)?)?;
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

    #[test]
    fn html_in_a_page_is_shown_as_text() {
        let shown = Lessons::NONE
            .rendered("# A\n\n<script>alert(1)</script>\n\nb <img src=x onerror=alert(1)> c\n");
        let html = shown.html;
        assert!(
            !html.contains("<script") && !html.contains("<img"),
            "{html}"
        );
        assert!(html.contains("&lt;script&gt;"), "{html}");
    }
}
