//! Lines that ask for something else than an analysis.

use std::collections::HashSet;
use std::io::Write;

use halfpoint_core::excerpt::excerpt;
use serde_json::{Map, Value, json};

use super::answer::without_results;
use super::fields::{FieldError, Fields};
use super::identity::EngineIdentity;
use super::output::JsonOutput;
use super::queue::{Queue, Task};
use super::worker::QueryEngine;
use crate::commands::models;

/// Largest number of a turn that an action may name.
const MAX_TURN: i64 = u32::MAX as i64;

/// Carries out an action, and answers with its fields and the results.
///
/// # Errors
/// The field that is missing or wrong.
pub(super) fn act<W: Write>(
    object: Map<String, Value>,
    engine: &QueryEngine,
    queue: &Queue,
    identity: &EngineIdentity,
    output: &JsonOutput<W>,
) -> Result<(), FieldError> {
    let mut answer = object.clone();
    let mut fields = Fields::new(object);
    fields.value("id");
    let mut removed = Vec::new();
    match fields.needed_text("action")?.as_str() {
        "query_version" => {
            let hash = "<omitted>";
            let facts = [
                ("version", identity.version.as_str()),
                ("git_hash", hash),
                ("name", &identity.name),
            ];
            answer.extend(facts.map(|(name, value)| (name.to_string(), json!(value))));
        }
        "query_models" => {
            answer.insert("models".to_string(), models(engine.net().as_deref()));
        }
        "clear_cache" => engine.clear_cache(),
        "terminate" => {
            let id = fields.needed_text("terminateId")?;
            let turns = turns(&mut fields)?;
            removed = queue.terminate(|task| task.query.id == id && is_among(task, turns.as_ref()));
        }
        "terminate_all" => {
            let turns = turns(&mut fields)?;
            removed = queue.terminate(|task| is_among(task, turns.as_ref()));
        }
        other => {
            let other = excerpt(other);
            let text = format!(
                "{other} is none of query_version, query_models, clear_cache, terminate and \
                 terminate_all"
            );
            return Err(FieldError::new("action", text));
        }
    }
    output.write(&Value::Object(answer));
    for task in removed {
        output.write(&without_results(&task.query.id, task.turn));
    }
    Ok(())
}

/// Takes the turns that an action is restricted to. A set, since each of a million waiting tasks
/// may be compared with a list as long as a line.
fn turns(fields: &mut Fields) -> Result<Option<HashSet<i64>>, FieldError> {
    let turns = fields.integers("turnNumbers", 0..=MAX_TURN)?;
    Ok(turns.map(HashSet::from_iter))
}

fn is_among(task: &Task, turns: Option<&HashSet<i64>>) -> bool {
    turns.is_none_or(|turns| turns.contains(&(task.turn as i64)))
}
