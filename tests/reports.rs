//! What CI servers read: SARIF that fits its schema, `JUnit` XML that fits its own, GitHub's commands; and the
//! settings of `validate`, from the command line and from `chatwire.toml`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use program::scratch_folder;
use roxmltree::{Document, Node};
use serde_json::Value;

/// A stream whose third frame is misspelt, and whose text has what no report may hold raw.
const BAD: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"<m&\u001b[2J\">"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"<m&\u001b[2J\">","detla":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"<m&\u001b[2J\">","seq":1}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
"#;

const GOOD: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
"#;

/// A folder of this test's own with a good and a bad capture, one of them a level down, and one that is none.
fn folder(name: &str) -> PathBuf {
    let path = scratch_folder(name);
    fs::create_dir_all(path.join("captures/below")).unwrap();
    fs::write(path.join("captures/b good.jsonl"), GOOD).unwrap();
    fs::write(path.join("captures/below/bad.ndjson"), BAD).unwrap();
    fs::write(path.join("captures/README.md"), "no capture").unwrap();
    path
}

/// What a command in this folder writes to stdout, and its exit code.
fn run(folder: &Path, words: &str) -> (String, i32) {
    let mut command = Command::cargo_bin("chatwire").unwrap();
    let ran =
        command.args(words.split_whitespace()).env("NO_COLOR", "1").current_dir(folder).output().unwrap();
    (String::from_utf8(ran.stdout).unwrap(), ran.status.code().unwrap())
}

fn sarif(text: &str) -> Value {
    let mut schema: Value = serde_json::from_str(include_str!("data/sarif.schema.json")).unwrap();
    // The schema's pattern of a language is no regular expression: it closes a bracket that nobody opened.
    for place in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][place]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern").unwrap();
    }
    let log: Value = serde_json::from_str(text).unwrap();
    let faults: Vec<_> = jsonschema::validator_for(&schema)
        .unwrap()
        .iter_errors(&log)
        .map(|fault| fault.to_string())
        .collect();
    assert!(faults.is_empty(), "{faults:?}\n{text}");
    log
}

#[test]
fn sarif_fits_its_schema() {
    let folder = folder("reports-sarif");
    let (text, code) = run(&folder, "validate --report sarif --strict captures");
    assert_eq!(code, 1);
    let log = sarif(&text);
    let (run_, results) = (&log["runs"][0], log["runs"][0]["results"].as_array().unwrap());
    let rules: Vec<_> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    assert_eq!(rules, ["ag-ui/missing-member", "ag-ui/unknown-member"]);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "captures/below/bad.ndjson");
    assert_eq!(place["region"]["startLine"], 3);
    for result in results {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(run_["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
    assert_eq!(run_["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn sarif_tells_what_could_not_be_read_and_that_nothing_was_found() {
    let folder = folder("reports-sarif-refused");
    let (text, code) = run(&folder, "validate --report sarif captures/none.sse captures/README.md");
    assert_eq!(code, 2);
    let log = sarif(&text);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    assert_eq!(invocation["toolExecutionNotifications"].as_array().unwrap().len(), 2);
    assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
}

/// An element of `JUnit` by `junit-10.xsd` of the Jenkins xUnit plugin: its attributes, those that it must have before
/// the semicolon, and what may stand in it.
struct Element {
    name: &'static str,
    attributes: &'static str,
    inside: &'static str,
}

const fn element(name: &'static str, attributes: &'static str, inside: &'static str) -> Element {
    Element { name, attributes, inside }
}

const SUITE: &str =
    "name tests failures errors; group time skipped timestamp hostname id package file log url";
const RERUN: &str = "rerunFailure rerunError flakyFailure flakyError";

/// Elements with `*` hold text, too.
const JUNIT: &[Element] = &[
    element("testsuites", "; name time tests failures errors", "testsuite"),
    element("testsuite", SUITE, "testsuite properties testcase system-out system-err"),
    element("testcase", "name; time classname group", "skipped error failure RERUN system-out system-err"),
    element("properties", ";", "property"),
    element("property", "name value;", ""),
    element("failure", "; type message", "*"),
    element("error", "; type message", "*"),
    element("skipped", "; type message", "*"),
    element("RERUN", "type; message", "* stackTrace system-out system-err"),
    element("system-out", ";", "*"),
    element("system-err", ";", "*"),
];

fn fits(node: Node<'_, '_>) {
    let known = |node: Node<'_, '_>| match node.tag_name().name().to_owned() {
        name if RERUN.split(' ').any(|one| one == name) => "RERUN".to_owned(),
        name => name,
    };
    let name = known(node);
    let element = JUNIT.iter().find(|element| element.name == name).unwrap();
    let (needed, allowed) = element.attributes.split_once(';').unwrap();
    assert!(needed.split_whitespace().all(|one| node.has_attribute(one)), "{node:?}");
    let every: Vec<_> = needed.split_whitespace().chain(allowed.split_whitespace()).collect();
    assert!(node.attributes().all(|one| every.contains(&one.name())), "{node:?}");
    let inside: Vec<_> = element.inside.split_whitespace().collect();
    for child in node.children() {
        match child.text().filter(|_| child.is_text()) {
            Some(text) => assert!(inside.contains(&"*") || text.trim().is_empty(), "{text} in {name}"),
            None => {
                assert!(inside.contains(&&*known(child)), "{child:?} in {name}");
                fits(child);
            }
        }
    }
    if name == "testsuite" {
        let count = |tag: &str| node.descendants().filter(|one| one.has_tag_name(tag)).count().to_string();
        assert_eq!(node.attribute("tests"), Some(&*count("testcase")));
        assert_eq!(node.attribute("failures"), Some(&*count("failure")));
        assert_eq!(node.attribute("errors"), Some(&*count("error")));
    }
}

#[test]
fn junit_fits_its_schema() {
    let folder = folder("reports-junit");
    let (text, code) = run(&folder, "validate --report junit --strict captures captures/none.sse");
    assert_eq!(code, 2);
    let document = Document::parse(&text).unwrap();
    fits(document.root_element());
    let suites: Vec<_> = document.root_element().children().filter(Node::is_element).collect();
    let names: Vec<_> = suites.iter().map(|suite| suite.attribute("name").unwrap()).collect();
    assert_eq!(names, ["captures/b good.jsonl", "captures/below/bad.ndjson", "captures/none.sse"]);
    let counts = |suite: &Node<'_, '_>| {
        ["tests", "failures", "errors"].map(|name| suite.attribute(name).unwrap().to_owned())
    };
    assert_eq!(
        suites.iter().map(counts).collect::<Vec<_>>(),
        [["1", "0", "0"], ["2", "2", "0"], ["1", "0", "1"]]
    );
}

#[test]
fn github_commands_name_file_line_and_rule() {
    let folder = folder("reports-github");
    let (text, code) = run(&folder, "validate --report github captures");
    assert_eq!(code, 1);
    assert_eq!(text.lines().count(), 1);
    let start = "::error file=captures/below/bad.ndjson,line=3,title=ag-ui/missing-member::frame 3: ";
    assert!(text.starts_with(start) && text.contains("%0Ahelp: did you mean"), "{text}");
}

#[test]
fn text_shows_the_frame_with_the_fault_marked() {
    let folder = folder("reports-text");
    let (text, _) = run(&folder, "validate --strict captures/below/bad.ndjson");
    assert!(!text.contains('\u{1b}'), "{text:?}");
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.iter().all(|line| !line.starts_with("  | ") || line.chars().count() <= 80), "{text}");
    let marked = lines.iter().position(|line| line.ends_with('^')).unwrap();
    assert!(lines[marked - 1].starts_with("  | "), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("  help: did you mean `delta`")), "{text}");
}

/// Losses and faults of a conversion go to stderr in the same forms.
#[test]
fn a_conversion_reports_in_these_forms_too() {
    let convert = |form: &str| {
        let mut command = Command::cargo_bin("chatwire").unwrap();
        let words = ["examples/anthropic-tool.ndjson", "--to", "openai-response", "--report", form];
        let ran = command.args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert!(serde_json::from_slice::<Value>(&ran.stdout).is_ok());
        String::from_utf8(ran.stderr).unwrap()
    };
    let log = sarif(&convert("sarif"));
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "loss/dropped");
    fits(Document::parse(&convert("junit")).unwrap().root_element());
    assert!(convert("github").lines().all(|line| line.starts_with("::notice file=examples/")));
}

#[test]
fn settings_are_found_upward_and_what_is_typed_goes_before() {
    let folder = folder("reports-settings");
    let below = folder.join("captures/below");
    assert_eq!(run(&below, "validate --strict --report json bad.ndjson").0.lines().count(), 2);
    let file = "strict = true\nignore = [\"ag-ui/missing-member\"]\n\n[severity]\n\"ag-ui/unknown-member\" = \"warning\"\n";
    fs::write(folder.join("chatwire.toml"), file).unwrap();
    let (text, code) = run(&below, "validate --report json bad.ndjson");
    assert_eq!((text.lines().count(), code), (1, 0), "{text}");
    assert_eq!(run(&below, "validate --max-warnings 0 bad.ndjson").1, 1);
    assert_eq!(run(&below, "validate --ignore frame bad.ndjson").1, 1);
    assert_eq!(run(&below, "validate --severity ag-ui/unknown-member=error bad.ndjson").1, 1);
    let (shown, code) = run(&below, "validate --show-config --max-warnings 3");
    assert_eq!(code, 0);
    assert!(
        shown.starts_with('#') && shown.contains("strict = true") && shown.contains("max-warnings = 3"),
        "{shown}"
    );
    fs::write(folder.join("chatwire.toml"), shown).unwrap();
    assert_eq!(run(&below, "validate --report json bad.ndjson").1, 0);
}

#[test]
fn settings_that_say_nothing_known_are_refused() {
    let folder = folder("reports-settings-bad");
    for (file, told) in [
        ("stirct = true", "unknown field `stirct`"),
        ("select = [\"ag-ui/no-edn\"]", "did you mean `ag-ui/no-end`"),
        ("[severity]\nag-ui = \"fatal\"", "unknown level `fatal`"),
    ] {
        fs::write(folder.join("chatwire.toml"), file).unwrap();
        let mut command = Command::cargo_bin("chatwire").unwrap();
        let ran = command.args(["validate", "captures"]).current_dir(&folder).output().unwrap();
        let text = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{text}");
        assert!(text.contains(told) && text.contains("chatwire.toml"), "{text}");
    }
}

/// The commands of a recipe, one a line behind `key`.
fn commands(recipe: &str, key: &str) -> Vec<String> {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(recipe)).unwrap();
    let lines =
        text.lines().filter_map(|line| line.trim().strip_prefix(key)?.trim().strip_prefix("chatwire "));
    lines.map(|line| line.trim_end_matches("|| true").to_owned()).collect()
}

#[test]
fn recipes_run_as_they_stand() {
    let folder = folder("reports-recipes");
    let commands = commands("github-actions.yml", "run:");
    assert_eq!(commands.len(), 3);
    for command in &commands {
        let (text, code) = run(&folder, command);
        // The capture below has errors.
        assert_eq!(code, 1, "{command}: {text}");
    }
    let annotation = "::error file=captures/below/bad.ndjson,line=3,title=ag-ui/missing-member::frame 3";
    let (text, _) = run(&folder, &commands[0]);
    assert!(text.contains(annotation), "{text}");
    sarif(&fs::read_to_string(folder.join("chatwire.sarif")).unwrap());
    Document::parse(&fs::read_to_string(folder.join("chatwire.xml")).unwrap()).unwrap();
}

#[test]
fn the_hook_checks_the_files_of_a_commit() {
    let folder = folder("reports-hook");
    let entry = commands("pre-commit-config.yaml", "entry:");
    assert_eq!(entry.len(), 1);
    let (_, code) = run(&folder, &format!("{} captures/below/bad.ndjson", entry[0]));
    assert_eq!(code, 1);
    let mut command = Command::cargo_bin("chatwire").unwrap();
    command.args([entry[0].trim(), "captures/b good.jsonl"]).current_dir(&folder).assert().success();
}
