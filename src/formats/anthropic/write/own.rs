//! What only this family says goes back to its place; what another one said alone is lost.

use crate::formats::anthropic::words::{FAMILY, FRAME, REQUEST};
use crate::ir::{Extras, Obj, Part, PartKind, Patch};
use crate::report::Report;

/// Members of the message that `message_delta` tells in its `delta`.
pub(super) const IN_THE_DELTA: &[&str] = &["/stop_sequence", "/stop_details", "/container", "/stop_reason"];
/// Members that are told at the end, whenever they are known.
pub(super) const AT_THE_END: &[&str] =
    &["/stop_sequence", "/stop_details", "/container", "/stop_reason", "/context_management"];

/// The members to set in what is written for a node. Those of other families are reported.
pub(super) fn patch(extras: &Extras, report: &mut Report) -> Patch {
    if extras.family != FAMILY {
        report.drop_extras(extras);
        return Patch::default();
    }
    let own = extras.list.iter().filter(|extra| extra.name.starts_with('/'));
    let set = own.map(|extra| (extra.name.clone(), extra.value.clone())).collect();
    let rest = extras.list.iter().filter(|extra| !extra.name.starts_with('/')).cloned().collect();
    report.drop_extras(&Extras::new(&*extras.family, rest));
    Patch { set, remove: Vec::new() }
}

/// The members of a request to set in it; those of a reply are reported, as they have no place in it.
pub(super) fn request_patch(extras: &Extras, report: &mut Report) -> Patch {
    let mut set = Vec::new();
    let mut rest = Extras::new(&*extras.family, Vec::new());
    for extra in &extras.list {
        match extra.name.strip_prefix(REQUEST).filter(|_| extras.family == FAMILY) {
            Some(name) => set.push((name.to_owned(), extra.value.clone())),
            None => rest.list.push(extra.clone()),
        }
    }
    report.drop_extras(&rest);
    Patch { set, remove: Vec::new() }
}

/// Own members of the message as what is to be set.
pub(super) fn members(extras: &Extras) -> Patch {
    let of_message = extras.list.iter().filter(|extra| extra.name.starts_with('/'));
    let set = of_message.map(|extra| (extra.name.clone(), extra.value.clone())).collect();
    Patch { set, remove: Vec::new() }
}

/// The name in its frame of a member that says something of the frame alone.
pub(super) fn frame_member(name: &str) -> Option<&str> {
    name.strip_prefix(FRAME).filter(|name| name.starts_with('/'))
}

/// The type word that a block had: it is kept where the kind of part says less.
pub(super) fn type_word(part: &Part) -> Option<&str> {
    let word = part.extras.get("/type").filter(|_| part.extras.family == FAMILY)?;
    word.as_token().map(crate::ir::JsonStr::as_str)
}

/// Whether a part is a citation of this wire.
pub(super) fn is_citation(part: &Part) -> bool {
    matches!(&part.kind, PartKind::Source(source) if source.citation.is_some()) && type_word(part).is_some()
}

/// A citation, as the text before it holds it.
pub(super) fn citation(part: &Part, report: &mut Report) -> Option<String> {
    let PartKind::Source(source) = &part.kind else { return None };
    let word = type_word(part).unwrap_or_default();
    let of_search = matches!(word, "web_search_result_location" | "search_result_location");
    let title = if of_search { "title" } else { "document_title" };
    let patch = patch(&part.extras, report);
    Some(object(&patch, |cited| {
        let quote = source.citation.as_ref().and_then(|citation| citation.cited_text.as_ref());
        cited.maybe("cited_text", quote).maybe(title, source.title.as_ref());
        cited.maybe("url", source.url.as_ref());
    }))
}

/// An object as text, with what is to be set in it.
pub(super) fn object(patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) -> String {
    crate::ir::patched(patch, write)
}
