//! What is compared with what: a node of a conversation as the list of things that it says.

use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::topic::{Scope, Topic};
use crate::ir::{Json, JsonStr, JsonString, Patch, Place, apply};

/// One thing that a node says.
#[derive(Clone, Debug)]
pub(super) struct Facet<'t> {
    /// JSON pointer from the node, as the native transcript spells it: `/text`.
    pub(super) name: Cow<'t, str>,
    /// What it is about.
    pub(super) topic: Topic,
    /// What is said.
    pub(super) saying: Saying<'t>,
}

/// What a facet says.
#[derive(Clone, Debug)]
pub(super) enum Saying<'t> {
    /// Text, still escaped.
    Text(Cow<'t, str>),
    /// A JSON value.
    Json(Cow<'t, str>),
    /// The call that a node belongs to, by its number in the conversation, with the id that names it. Numbers are
    /// compared through the calls that were found to be the same; the id's spelling is a facet of its own.
    Link(Option<usize>, Cow<'t, str>),
}

impl Saying<'_> {
    /// The value as JSON.
    pub(super) fn json(&self) -> Json {
        match self {
            Self::Text(token) | Self::Link(_, token) => Json::string(JsonStr::new(token)),
            Self::Json(text) => Json::from_valid(text.as_ref()),
        }
    }

    /// The value's text, for a first guess whether two are the same.
    pub(super) fn raw(&self) -> &str {
        match self {
            Self::Text(text) | Self::Json(text) => text,
            Self::Link(..) => "",
        }
    }
}

/// A node: a part of a message, or one of the things beside the messages.
#[derive(Clone, Debug)]
pub(super) struct Node<'t> {
    /// Its type.
    pub(super) kind: &'static str,
    /// JSON pointer in the transcript.
    pub(super) path: String,
    /// Where it stood in the input.
    pub(super) place: Cow<'t, Place>,
    /// What it says, in a fixed order.
    pub(super) facets: Vec<Facet<'t>>,
    /// Its number among the calls, if it is one.
    pub(super) call: Option<usize>,
    /// A sum over what is compared; equal nodes that are spelled alike have the same.
    pub(super) hash: u64,
}

/// An event as it is compared.
pub(super) type Told = Node<'static>;

impl<'t> Node<'t> {
    /// A node that says nothing yet.
    pub(super) fn new(kind: &'static str, path: String, place: Cow<'t, Place>) -> Self {
        Self { kind, path, place, facets: Vec::new(), call: None, hash: 0 }
    }

    /// Adds text.
    pub(super) fn text(&mut self, name: &'static str, topic: Topic, text: &'t JsonString) -> &mut Self {
        self.say(name, topic, Saying::Text(Cow::Borrowed(text.as_str())))
    }

    /// Adds text if there is any.
    pub(super) fn maybe(
        &mut self,
        name: &'static str,
        topic: Topic,
        text: Option<&'t JsonString>,
    ) -> &mut Self {
        if let Some(text) = text {
            self.text(name, topic, text);
        }
        self
    }

    /// Adds a word.
    pub(super) fn word(&mut self, name: &'static str, topic: Topic, word: &'t str) -> &mut Self {
        self.say(name, topic, Saying::Text(Cow::Borrowed(word)))
    }

    /// Adds a value if there is one.
    pub(super) fn json(&mut self, name: &'static str, topic: Topic, value: Option<&'t Json>) -> &mut Self {
        if let Some(value) = value {
            self.say(name, topic, Saying::Json(Cow::Borrowed(value.as_str())));
        }
        self
    }

    /// Adds a number if there is one.
    pub(super) fn count(&mut self, name: &'static str, topic: Topic, count: Option<u64>) -> &mut Self {
        if let Some(count) = count {
            self.say(name, topic, Saying::Json(Cow::Owned(count.to_string())));
        }
        self
    }

    /// Adds a flag that is only said where it is so.
    pub(super) fn flag(&mut self, name: &'static str, topic: Topic, value: bool) -> &mut Self {
        if value {
            self.say(name, topic, Saying::Json(Cow::Borrowed("true")));
        }
        self
    }

    /// Adds anything.
    pub(super) fn say(
        &mut self,
        name: impl Into<Cow<'t, str>>,
        topic: Topic,
        saying: Saying<'t>,
    ) -> &mut Self {
        self.facets.push(Facet { name: name.into(), topic, saying });
        self
    }

    /// The same without borrowing from the tree or frame it was made of.
    pub(super) fn into_owned(self) -> Node<'static> {
        let Self { kind, path, place, facets, call, hash } = self;
        let own = |facet: Facet<'_>| {
            let saying = match facet.saying {
                Saying::Text(text) => Saying::Text(Cow::Owned(text.into_owned())),
                Saying::Json(text) => Saying::Json(Cow::Owned(text.into_owned())),
                Saying::Link(call, id) => Saying::Link(call, Cow::Owned(id.into_owned())),
            };
            Facet { name: Cow::Owned(facet.name.into_owned()), topic: facet.topic, saying }
        };
        let facets = facets.into_iter().map(own).collect();
        Node { kind, path, place: Cow::Owned(place.into_owned()), facets, call, hash }
    }

    /// Leaves out what is not compared, and sums up the rest.
    pub(super) fn settle(&mut self, scope: &Scope) {
        self.facets.retain(|facet| scope.holds(facet.topic));
        let mut sum = DefaultHasher::new();
        self.kind.hash(&mut sum);
        for facet in &self.facets {
            facet.name.hash(&mut sum);
            facet.saying.raw().hash(&mut sum);
        }
        self.hash = sum.finish();
    }

    /// The node as one JSON value.
    pub(super) fn whole(&self) -> Json {
        let word = Json::string(JsonStr::new(self.kind));
        let mut patch = Patch { set: vec![("/type".to_owned(), word)], remove: Vec::new() };
        for facet in &self.facets {
            // A link stands beside the spelling of its id.
            if patch.set.iter().all(|(name, _)| *name != facet.name) {
                patch.set.push((facet.name.clone().into_owned(), facet.saying.json()));
            }
        }
        Json::from_valid(apply("{}", &patch))
    }
}
