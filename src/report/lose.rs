//! How losses are told: what is lost, where it stood, and what it is lost with.

use std::borrow::Cow;

use super::losses::{Loss, LossSlot, Spot, What};
use super::{Report, Tally};
use crate::ir::{At, AtNode, Extras, Field, FrameExtra, JsonString, Place, Says, Value};

impl Report {
    /// A report on a way between wires that say these fields. Where the source says a field, there a loss stands.
    #[must_use]
    pub fn between(source: Says, target: Says) -> Self {
        Self { source, target, ..Self::default() }
    }

    /// From now on losses are only counted by what they say: nobody asks where they stand.
    pub fn sum_losses(&mut self) {
        self.losses.sum_up();
    }

    /// What the losses that were only counted come to.
    pub fn take_sum(&mut self) -> Tally {
        self.losses.take_sum()
    }

    /// Whether source and target are wires of one family.
    #[must_use]
    pub fn within_family(&self) -> bool {
        self.source.is_kin(self.target)
    }

    /// The value at `at` is told by its change, which no other wire has: the target gets the value after it.
    pub fn changes(&mut self, at: At<'_>) {
        if self.target.how(Field::Change).is_none() {
            self.narrowed(at, Field::Change);
        }
    }

    /// The field at `at` has no place in the target.
    pub fn dropped<'w>(&mut self, at: At<'_>, what: impl Into<What<'w>>) -> LossSlot {
        self.lose(Loss::Dropped, at, what, None)
    }

    /// Several values become one: `what` says which and what is written.
    pub fn narrowed<'w>(&mut self, at: At<'_>, what: impl Into<What<'w>>) -> LossSlot {
        self.lose(Loss::Narrowed, at, what, None)
    }

    /// The order or grouping has changed.
    pub fn moved<'w>(&mut self, at: At<'_>, what: impl Into<What<'w>>) -> LossSlot {
        self.lose(Loss::Moved, at, what, None)
    }

    /// The target demands what the source lacks; `target` is a JSON pointer into the output.
    pub fn invented<'w>(&mut self, target: &str, what: impl Into<What<'w>>) -> LossSlot {
        self.lost += 1;
        self.losses.invented(target, &what.into())
    }

    /// A loss of any kind, with the id of the call or message it is about. `at` is the node that says the field: the
    /// loss is told where the source's wire has the field itself.
    pub fn lose<'w>(
        &mut self,
        loss: Loss,
        at: At<'_>,
        what: impl Into<What<'w>>,
        id: Option<&JsonString>,
    ) -> LossSlot {
        self.lost += 1;
        let what = what.into();
        let name = self.name_of(what.field);
        let At { frame, line, node } = at;
        match node {
            AtNode::Nowhere => self.losses.put(loss, Spot { frame, line, path: "" }, &what, id),
            AtNode::Path(path) => self.losses.put(loss, Spot { frame, line, path }, &what, id),
            AtNode::Value(value) => {
                let path = member(value, name).unwrap_or(value).path();
                self.losses.put(loss, Spot { frame, line, path: &path }, &what, id)
            }
            AtNode::Place(place) => self.lose_spread(loss, place, (&what, name), id),
        }
    }

    /// As [`Report::lose`], where all of the node at `place` is lost for the sake of the field.
    pub fn lose_node<'w>(
        &mut self,
        loss: Loss,
        place: &Place,
        what: impl Into<What<'w>>,
        id: Option<&JsonString>,
    ) -> LossSlot {
        self.lost += 1;
        self.lose_spread(loss, place, (&what.into(), ""), id)
    }

    /// As [`Report::lose`], where the field stands at `place` itself.
    pub fn lose_here<'w>(
        &mut self,
        loss: Loss,
        place: &Place,
        what: impl Into<What<'w>>,
        id: Option<&JsonString>,
    ) -> LossSlot {
        self.lost += 1;
        let Place { frame, line, path } = place;
        self.losses.put(loss, Spot { frame: *frame, line: *line, path }, &what.into(), id)
    }

    fn lose_spread(
        &mut self,
        loss: Loss,
        place: &Place,
        (what, name): (&What<'_>, &str),
        id: Option<&JsonString>,
    ) -> LossSlot {
        let (frame, line) = (place.frame, place.line);
        let path = with_name(&place.path, name);
        let Some(stands) = self.spread.of(place, what.field) else {
            return self.losses.put(loss, Spot { frame, line, path: &path }, what, id);
        };
        let mut first = None;
        if stands.apart.is_empty() || what.field.is_node() || !name.is_empty() {
            let last = stands.last;
            let slot = self.losses.put(loss, Spot { frame, line, path: &path }, what, id);
            self.losses.again(slot, last);
            first = Some(slot);
        }
        let others = stands.others.iter().map(|span| (span, with_name(&span.place.path, name)));
        let apart = stands.apart.iter().map(|span| (span, Cow::Borrowed(&*span.place.path)));
        for (span, path) in others.chain(apart) {
            let spot = Spot { frame: span.place.frame, line: span.place.line, path: &path };
            let slot = self.losses.put(loss, spot, what, id);
            self.losses.again(slot, span.last);
            first = first.or(Some(slot));
        }
        first.unwrap_or_else(|| self.losses.put(loss, Spot { frame, line, path: &path }, what, id))
    }

    /// JSON pointer of a field from its node, as the source's wire has it; empty where it has none of its own.
    #[must_use]
    pub fn name_of(&self, field: Field) -> &'static str {
        self.source.at(field)
    }

    /// JSON pointer of the member of `value` that says `field`, if the source's wire has it there.
    #[must_use]
    pub fn member_of(&self, value: Value<'_>, field: Field) -> Option<&'static str> {
        let name = self.name_of(field);
        member(value, name).map(|_| name)
    }

    /// A field of the node at `place` stands at `at`, and in the node itself only where its wire has a member for it.
    /// If it is lost already, it is lost here too.
    pub fn stands(&mut self, place: &Place, field: Field, at: At<'_>) {
        let here = at.to_place();
        self.losses.also(place, field, Spot { frame: here.frame, line: here.line, path: &here.path });
        self.spread.stands(place, field, here);
    }

    /// The node at `place` runs on to the frame `last`: what is lost of it is lost up to there.
    pub fn runs_to(&mut self, place: &Place, last: u64) {
        self.spread.runs_to(place, last);
    }

    /// The node at `place` said the same at `earlier`: what is lost of it is lost there too.
    pub fn stood_also(&mut self, place: &Place, earlier: &Place) {
        let Place { frame, line, path } = earlier;
        self.losses.also_there(place, Spot { frame: *frame, line: *line, path });
        self.spread.stood_also(place, earlier);
    }

    /// A field of the node at `from` is now one of the node at `to`.
    pub fn hand_on(&mut self, field: Field, from: &Place, to: &Place) {
        let name = self.name_of(field);
        let stood = self.spread.of(from, field).map(|stands| stands.apart).unwrap_or_default();
        if !name.is_empty() {
            self.spread.stands(to, field, from.member(name));
        }
        for span in stood {
            self.spread.stands(to, field, span.place);
        }
    }

    /// Ends what [`Report::runs_to`] and [`Report::stood_also`] have said.
    pub fn forget_places(&mut self) {
        self.spread.clear();
    }

    /// The loss in `slot` goes on in another frame: the same text, the next piece.
    #[inline]
    pub fn again(&mut self, slot: LossSlot, frame: u64) {
        self.losses.again(slot, frame);
    }

    /// Members of a node that only another family understands. A null or an empty text says nothing, so nothing is
    /// lost with it.
    pub fn drop_extras(&mut self, extras: &Extras) {
        for extra in extras.list.iter().filter(|extra| says_something(extra.value.as_str())) {
            self.dropped(At::place(&extra.place), (Field::Extra, &*["`", &extra.name, "`"].concat()));
        }
    }

    /// Members of a frame that only another family understands; as [`Report::drop_extras`].
    pub fn drop_frame_extras(&mut self, at: At<'_>, extras: &[FrameExtra<'_>]) {
        for extra in extras.iter().filter(|extra| says_something(extra.value)) {
            self.lost += 1;
            let spot = Spot { frame: at.frame, line: at.line, path: extra.path };
            self.losses.put_extra(spot, extra.name);
        }
    }

    /// Ends the losses that may still grow, so that they can be told, and what is known of places.
    pub fn close_losses(&mut self) {
        self.spread.clear();
        self.losses.close(&mut self.ready);
    }
}

fn says_something(value: &str) -> bool {
    value != "null" && value != "\"\""
}

/// The value at this pointer under `value`; looking is not reading.
fn member<'v>(value: Value<'v>, pointer: &str) -> Option<Value<'v>> {
    let steps = pointer.strip_prefix('/')?.split('/');
    let mut at = value;
    for step in steps {
        at = at.members().find(|(key, _)| key.is(step))?.1;
    }
    Some(at)
}

fn with_name<'p>(path: &'p str, name: &str) -> Cow<'p, str> {
    if name.is_empty() || path.ends_with(name) {
        Cow::Borrowed(path)
    } else {
        Cow::Owned(format!("{path}{name}"))
    }
}
