//! The loop that reads lines and has them answered.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use halfpoint_core::rules::NamedRules;
use halfpoint_engine::player::{Settings, Threads};
use halfpoint_nn::Net;
use halfpoint_system::parallel;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::actions::act;
use super::fields::{FieldError, Fields, bounded};
use super::identity::EngineIdentity;
use super::input::{JsonLine, MAX_LINE, PARSED, read_line};
use super::output::JsonOutput;
use super::query::{Query, QueryDefaults};
use super::queue::{Bounds, Full, MAX_BYTES, MAX_WAITING, Queue, SPARE_MEMORY};
use super::settings::JsonSettings;
use super::worker::{QueryEngine, work};

/// Options of the protocol.
#[derive(Clone, Debug, Default)]
pub struct JsonOptions {
    /// Settings of the player. Each of [`Settings::threads`] searches a position of its own, and
    /// they share the memory.
    pub settings: Settings,
    /// Net that evaluates positions; without one, playouts do.
    pub net: Option<Arc<Net>>,
    /// Settings that queries may override.
    pub query: JsonSettings,
    /// Rules of queries that name none; `None` to make the field required.
    pub rules: Option<NamedRules>,
    /// Whether [`JsonOptions::rules`] hold for all queries, whatever rules they name.
    pub lock_rules: bool,
    /// Whether a query of one turn that goes on from the game of an earlier one goes on from its
    /// search, too. Queries may say otherwise (`reuseTree`).
    pub reuse_tree: bool,
    /// Whether the end of input ends the searches.
    pub quit_without_waiting: bool,
    /// Maximum number of positions that wait; `None` for a million.
    pub max_waiting: Option<usize>,
    /// Maximum memory of the queries that wait or run, in bytes; `None` for a GiB.
    pub max_waiting_bytes: Option<usize>,
    /// Name and version for the answer to `query_version`.
    pub identity: EngineIdentity,
}

/// Maximum length of an id, in bytes. Every answer to a query repeats it.
const MAX_ID: usize = 1024;
/// Length of a line, in bytes, up to which it is parsed without a look at the memory left.
const SHORT_LINE: usize = 1 << 14;
/// Number of lines that are read ahead.
const READ_AHEAD: usize = 4;
/// Interval at which the output is tested for a reader, and the input for a line.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Answers the lines of `input` on `output` until the end of input, and then the queries that are
/// left, unless [`JsonOptions::quit_without_waiting`] is set.
///
/// `closes_within` waits for at most the given time until `output` has no reader any more and
/// returns whether that is so. Another thread calls it; once it returns true, all searches end.
///
/// # Errors
/// If `input` cannot be read, or `output` cannot be written. An output that its reader has closed
/// is no error.
pub fn serve(
    options: &JsonOptions,
    input: impl Read + Send + 'static,
    output: impl Write + Send,
    closes_within: impl Fn(Duration) -> bool + Send + 'static,
) -> io::Result<()> {
    let threads = options.settings.threads();
    let server = Server::new(options, threads, output);
    let longest = server.bounds.line;
    let (sender, lines) = sync_channel(READ_AHEAD);
    // Neither thread is joined at the end: the one waits for input that may never come, the other
    // for the output to close.
    thread::Builder::new()
        .name("analysis input".to_string())
        .spawn(move || read_lines(BufReader::new(input), longest, &sender))?;
    let queue = Arc::clone(&server.queue);
    thread::Builder::new()
        .name("analysis output".to_string())
        .spawn(move || watch(&queue, &closes_within))?;
    let read = thread::scope(|scope| {
        let work = || work(&server.engine, &server.queue, &server.output);
        let first = thread::Builder::new().name("analysis".to_string());
        if let Err(error) = first.spawn_scoped(scope, work) {
            server.queue.close();
            return Err(error);
        }
        // The threads that there are do all the work.
        let _ = (1..threads).all(|_| parallel::begin(scope, work));
        let read = server.read(&lines);
        if options.quit_without_waiting || read.is_err() {
            server.queue.terminate(|_| true);
        }
        server.queue.close();
        read
    });
    server.queue.finish();
    read.and(server.output.finish())
}

/// Sends all lines, or the error by which they end.
fn read_lines(mut input: impl BufRead, longest: usize, lines: &SyncSender<io::Result<JsonLine>>) {
    while let Some(line) = read_line(&mut input, longest).transpose() {
        let failed = line.is_err();
        if lines.send(line).is_err() || failed {
            return;
        }
    }
}

/// Ends the tasks of a queue once the output is closed.
fn watch(queue: &Queue, closes_within: &impl Fn(Duration) -> bool) {
    while !queue.is_finished() {
        if closes_within(LOOK_EVERY) {
            queue.close();
            queue.terminate(|_| true);
            return;
        }
    }
}

/// Parts that the reading thread uses.
struct Server<W> {
    engine: QueryEngine,
    queue: Arc<Queue>,
    output: JsonOutput<W>,
    defaults: QueryDefaults,
    bounds: Bounds,
    identity: EngineIdentity,
}

impl<W: Write> Server<W> {
    /// Creates a server that searches on that many threads.
    fn new(options: &JsonOptions, threads: usize, output: W) -> Server<W> {
        // Each thread has the tree that it grows, and one may be kept for it.
        let settings = Settings {
            threads: Threads::Fixed(1),
            memory_mb: (options.settings.memory_mb / (2 * threads)).max(1),
            ..options.settings.clone()
        };
        let bounds = Bounds {
            tasks: options.max_waiting.unwrap_or(MAX_WAITING),
            bytes: options.max_waiting_bytes.unwrap_or(MAX_BYTES),
            line: MAX_LINE,
        };
        let bounds = match parallel::address_space_left() {
            Some(left) => {
                let left = usize::try_from(left).unwrap_or(usize::MAX);
                bounds.within(left, options.settings.memory_mb << 20)
            }
            None => bounds,
        };
        Server {
            engine: QueryEngine::new(settings, options.net.clone(), threads),
            queue: Arc::default(),
            output: JsonOutput::new(output),
            defaults: QueryDefaults {
                settings: options.query.clone(),
                rules: options.rules,
                lock_rules: options.lock_rules,
                reuse_tree: options.reuse_tree,
            },
            bounds,
            identity: options.identity.clone(),
        }
    }

    /// Answers all lines, unless the queue is closed before.
    fn read(&self, lines: &Receiver<io::Result<JsonLine>>) -> io::Result<()> {
        while !self.queue.is_closed() {
            let line = match lines.recv_timeout(LOOK_EVERY) {
                Ok(line) => line?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match line {
                JsonLine::Whole(bytes) if bytes.trim_ascii().is_empty() => (),
                JsonLine::Whole(bytes)
                    if bytes.len() > SHORT_LINE
                        && !parallel::has_room(bytes.len() * PARSED + SPARE_MEMORY) =>
                {
                    let text = format!("too little memory for a line of {} bytes", bytes.len());
                    self.output
                        .error(leading_id(&bytes).as_deref(), None, &text);
                }
                JsonLine::Whole(bytes) => self.answer(&bytes),
                JsonLine::TooLong(head) => {
                    let text = format!("line of {} bytes or more", self.bounds.line);
                    self.output.error(leading_id(&head).as_deref(), None, &text);
                }
            }
        }
        Ok(())
    }

    /// Answers a line, or adds its tasks to the queue.
    fn answer(&self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let mut object: Map<String, Value> = match serde_json::from_str(&text) {
            Ok(object) => object,
            Err(error) => {
                let id = ignoring_the_rest(&text).or_else(|| leading_id(bytes));
                let text = format!("not a JSON object: {error}");
                self.output.error(id.as_deref(), None, &text);
                return;
            }
        };
        let id = match object.get("id") {
            Some(Value::String(id)) if id.len() > MAX_ID => {
                let text = format!("has more than {MAX_ID} bytes");
                self.output.error(None, Some("id"), &text);
                return;
            }
            Some(Value::String(id)) => id.clone(),
            _ => {
                let text = "must be given, as a string";
                self.output.error(None, Some("id"), text);
                return;
            }
        };
        if let std::borrow::Cow::Owned(_) = text {
            self.output.error(Some(&id), None, "invalid text encoding");
            return;
        }
        let done = if object.contains_key("action") {
            let (engine, queue) = (&self.engine, &self.queue);
            act(object, engine, queue, &self.identity, &self.output)
        } else {
            object.swap_remove("id");
            self.enqueue(&id, Fields::new(object))
        };
        if let Err(FieldError { field, text }) = done {
            self.output.error(Some(&id), Some(&field), &text);
        }
    }

    /// Adds the tasks of a query, after its warnings.
    fn enqueue(&self, id: &str, fields: Fields) -> Result<(), FieldError> {
        let mut asked = Query::read(id.to_string(), fields, &self.defaults)?;
        if self.engine.net().is_none() {
            let text = "not available: no net evaluates";
            let fields = asked.query.wanted.needing_a_net();
            let warnings = fields.map(|field| FieldError::new(field, text));
            asked.warnings.extend(warnings);
        }
        for warning in &bounded(asked.warnings) {
            self.output.warning(id, warning);
        }
        let bounds = self.bounds;
        let added = self.queue.add(asked.query, &asked.turns, bounds);
        added.map_err(|full| match full {
            Full::Tasks => {
                let text = format!("more than {} positions would wait", bounds.tasks);
                FieldError::new("analyzeTurns", text)
            }
            Full::Bytes => {
                let text = format!("more than {} bytes of games would wait", bounds.bytes);
                FieldError::new("moves", text)
            }
        })
    }
}

/// Returns the id of a line that has the form of an object, whatever values its other fields have:
/// a number can be too large to be read.
fn ignoring_the_rest(line: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        id: String,
    }
    let named: Named = serde_json::from_str(line).ok()?;
    Some(named.id).filter(|id| id.len() <= MAX_ID)
}

/// Returns the id of a line that begins with it, of which only the beginning is known.
fn leading_id(head: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start().strip_prefix('{')?.trim_start();
    let text = text.strip_prefix("\"id\"")?.trim_start();
    let value = text.strip_prefix(':')?;
    let mut values = serde_json::Deserializer::from_str(value).into_iter::<String>();
    values.next()?.ok().filter(|id| id.len() <= MAX_ID)
}
