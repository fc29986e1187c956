//! What a single value must be, in a chunk and in a part alike.

use super::rules;
use crate::check::Findings;
use crate::ir::{Fields, JsonStr, Kind, Value};

/// Whether it is an object of strings: a file's ids by provider.
pub(super) fn is_reference(value: Value<'_>) -> bool {
    value.kind() == Kind::Object && value.members().all(|(_, id)| id.kind() == Kind::String)
}

/// Finds keys that the client's JSON parser refuses.
pub(super) fn forbidden_keys(root: Value<'_>, found: &mut Findings<'_>) {
    // Most chunks hold none of the words; one may hide in an escape. What is found goes by keys alone, so no value is looked
    // at here.
    let text = root.verbatim();
    if text.contains("__proto__") || text.contains("constructor") || text.contains("\\u00") {
        forbidden(root, found);
    }
}

fn forbidden(value: Value<'_>, found: &mut Findings<'_>) {
    for (key, member) in value.members() {
        if key.is("__proto__") || key.is("constructor") && member.look().has("prototype") {
            let message = format!("the key `{}` is refused by the client", key.decode());
            found.put(&rules::FORBIDDEN_KEY, member, message);
        }
        forbidden(member, found);
    }
    value.elements().for_each(|element| forbidden(element, found));
}

/// The members that hold objects by provider.
const BY_PROVIDER: &[&str] = &["providerMetadata", "callProviderMetadata", "resultProviderMetadata"];

/// Finds metadata that names no provider, in a chunk or part and in what it cites.
pub(super) fn providers(node: Value<'_>, found: &mut Findings<'_>) {
    let fields = node.look();
    for held in BY_PROVIDER.iter().filter_map(|key| fields.get(key)) {
        if let Some((provider, value)) = held.members().find(|(_, value)| value.kind() != Kind::Object) {
            let message = format!("`{}` is no provider with an object of its own", provider.decode());
            found.put(&rules::FLAT_METADATA, value, message);
        }
    }
    for citation in fields.get("citations").into_iter().flat_map(Value::elements) {
        citation.look().get("source").into_iter().for_each(|source| providers(source, found));
    }
    fields.get("parts").into_iter().flat_map(Value::elements).for_each(|part| providers(part, found));
}

/// Finds what is wrong with a file and with a custom part, in a chunk or part of this type.
pub(super) fn content(kind: &str, node: Value<'_>, found: &mut Findings<'_>) {
    match kind {
        "file" | "reasoning-file" => file(node.look(), found),
        "custom" => {
            let kind = node.look().get("kind");
            if let Some(kind) =
                kind.filter(|kind| kind.token().is_some_and(|word| !word.as_str().contains('.')))
            {
                found.put(
                    &rules::KIND_WITHOUT_PROVIDER,
                    kind,
                    format!("the kind {} names no provider", kind.peek()),
                );
            }
        }
        _ => {}
    }
}

fn file(fields: Fields<'_>, found: &mut Findings<'_>) {
    let Some((place, url)) = fields.get("url").and_then(|url| Some((url, url.token()?))) else { return };
    if !fields.has("providerReference") && !is_url(url) {
        found.put(&rules::FILE_URL, place, format!("`{}` is no absolute URL", shown(url)));
    }
    let said = url.as_str().strip_prefix("data:").map(|rest| rest.split([';', ',']).next().unwrap_or(""));
    let (Some(said), Some(told)) = (said, fields.token("mediaType")) else { return };
    let base = told.as_str().split(';').next().unwrap_or("").trim();
    let whole = base.contains('/') && !base.ends_with("/*");
    if whole && !said.is_empty() && !said.eq_ignore_ascii_case(base) {
        let message = format!("the URL says `{said}` and the part `{base}`");
        found.put(&rules::MEDIA_TYPE_DIFFERS, place, message);
    }
}

/// Whether it has a scheme, without which no URL can be made of it.
fn is_url(url: JsonStr<'_>) -> bool {
    let text = url.decode();
    let text = text.trim_start();
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(plain) && !rest.is_empty()
}

/// The beginning of a text in a message.
fn shown(text: JsonStr<'_>) -> String {
    let text = text.decode();
    let head: String = text.chars().take(40).collect();
    if head.len() < text.len() { format!("{head}…") } else { head }
}

/// Finds an input that is the text of an object where the object itself should be.
pub(super) fn input(node: Value<'_>, found: &mut Findings<'_>) {
    let fields = node.look();
    if fields.token("inputEncoding").is_some_and(|word| word.is("text")) {
        return;
    }
    let Some((place, token)) = fields.get("input").and_then(|input| Some((input, input.token()?))) else {
        return;
    };
    let text = token.decode_json();
    if crate::ir::Json::check(&text).is_some_and(|held| held.kind() == Kind::Object) {
        let message = "`input` is a string that holds an object as JSON";
        found.put(&rules::INPUT_ENCODED_TWICE, place, message);
    }
}

/// Finds a type or a tool with an empty name.
pub(super) fn name(node: Value<'_>, found: &mut Findings<'_>) {
    let fields = node.look();
    let empty =
        |key: &str, word: &str| fields.get(key).filter(|value| value.token().is_some_and(|it| it.is(word)));
    for (value, what) in [
        (empty("type", "data-"), "the data has no name"),
        (empty("type", "tool-"), "the tool has no name"),
        (empty("toolName", ""), "the tool has no name"),
    ] {
        if let Some(value) = value {
            found.put(&rules::NO_NAME, value, what);
        }
    }
}
