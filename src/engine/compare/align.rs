//! Which item on the left is which on the right: what was put in or left out does not shift the rest.
//!
//! Equal items at both ends are paired, then equal ones in between (a common subsequence), and what is left between
//! two pairs by how many words the items have in common.

use std::collections::HashSet;

use similar::DiffTag;
use similar::algorithms::{Capture, Compact, Replace, patience};

/// The most cells of a table of likenesses; a longer gap is paired in order.
const MOST_CELLS: usize = 1 << 16;
/// How many words of an item are looked at.
const MOST_WORDS: usize = 512;
/// What it is worth that two items are of one kind: less than to have words in common.
const SAME_KIND: u32 = 1;
/// What it is worth to have all words in common.
const SAME_WORDS: u32 = 1000;

/// So many words in common make a pair even of different kinds: somebody else said it, or in another way.
const MOST_WORDS_SAME: u32 = 600;

/// What can be aligned.
pub(super) trait Alike {
    /// Equal for items that are the same and spelled alike.
    fn sum(&self) -> u64;
    /// Items of different kinds are paired only where their words are mostly the same.
    fn kind(&self) -> &str;
    /// Gives texts whose words tell how much two items have in common.
    fn texts(&self, take: &mut dyn FnMut(&str));
}

/// A step through both lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    /// These two belong together.
    Both(usize, usize),
    /// This one is on the left alone.
    Left(usize),
    /// This one is on the right alone.
    Right(usize),
}

/// Pairs two lists, in order.
pub(super) fn align<T: Alike>(left: &[T], right: &[T]) -> Vec<Pair> {
    let same = |(one, two): &(&T, &T)| one.sum() == two.sum();
    let head = left.iter().zip(right).take_while(same).count();
    let (rest_left, rest_right) = (&left[head..], &right[head..]);
    let tail = rest_left.iter().rev().zip(rest_right.iter().rev()).take_while(same).count();
    let (mid_left, mid_right) =
        (&rest_left[..rest_left.len() - tail], &rest_right[..rest_right.len() - tail]);

    let mut pairs: Vec<Pair> = (0..head).map(|index| Pair::Both(index, index)).collect();
    let (mut i, mut j) = (0, 0);
    let anchors = common(mid_left, mid_right);
    for (a, b) in anchors.into_iter().chain([(mid_left.len(), mid_right.len())]) {
        gap(&mid_left[i..a], &mid_right[j..b], (head + i, head + j), &mut pairs);
        if a < mid_left.len() {
            pairs.push(Pair::Both(head + a, head + b));
        }
        (i, j) = (a + 1, b + 1);
    }
    let (from_left, from_right) = (left.len() - tail, right.len() - tail);
    pairs.extend((0..tail).map(|index| Pair::Both(from_left + index, from_right + index)));
    pairs
}

/// Equal items that stand in the same order on both sides.
fn common<T: Alike>(left: &[T], right: &[T]) -> Vec<(usize, usize)> {
    let shared = |mine: &[T], theirs: &[T]| -> Vec<(usize, u64)> {
        let known: HashSet<u64> = theirs.iter().map(Alike::sum).collect();
        let sums = mine.iter().map(Alike::sum).enumerate();
        sums.filter(|(_, sum)| known.contains(sum)).collect()
    };
    let (mine, theirs) = (shared(left, right), shared(right, left));
    let sums = |list: &[(usize, u64)]| list.iter().map(|(_, sum)| *sum).collect::<Vec<_>>();
    let mut anchors = Vec::new();
    let (old, new) = (sums(&mine), sums(&theirs));
    let mut found = Compact::new(Replace::new(Capture::new()), &old, &new);
    // It cannot fail: what takes the steps does not.
    let Ok(()) = patience::diff(&mut found, &old, 0..old.len(), &new, 0..new.len());
    for step in found.into_inner().into_inner().into_ops() {
        if step.tag() == DiffTag::Equal {
            let pairs = step.old_range().zip(step.new_range());
            anchors.extend(pairs.map(|(a, b)| (mine[a].0, theirs[b].0)));
        }
    }
    anchors
}

/// Pairs what lies between two anchors; `base` is where it begins.
fn gap<T: Alike>(left: &[T], right: &[T], base: (usize, usize), pairs: &mut Vec<Pair>) {
    if left.len().saturating_mul(right.len()) > MOST_CELLS {
        in_order(left, right, base, pairs);
        return;
    }
    let (mine, theirs): (Vec<_>, Vec<_>) =
        (left.iter().map(words).collect(), right.iter().map(words).collect());
    let likeness = |i: usize, j: usize| {
        let words = shared(&mine[i], &theirs[j]);
        match left[i].kind() == right[j].kind() {
            true => SAME_KIND + words,
            false if words >= MOST_WORDS_SAME => words / 2,
            false => 0,
        }
    };
    let width = right.len() + 1;
    let mut best = vec![0_u32; (left.len() + 1) * width];
    for i in (0..left.len()).rev() {
        for j in (0..right.len()).rev() {
            let like = likeness(i, j);
            let paired = if like > 0 { like + best[(i + 1) * width + j + 1] } else { 0 };
            best[i * width + j] = paired.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        let here = best[i * width + j];
        let like = likeness(i, j);
        if like > 0 && here == like + best[(i + 1) * width + j + 1] {
            pairs.push(Pair::Both(base.0 + i, base.1 + j));
            (i, j) = (i + 1, j + 1);
        } else if here == best[(i + 1) * width + j] {
            pairs.push(Pair::Left(base.0 + i));
            i += 1;
        } else {
            pairs.push(Pair::Right(base.1 + j));
            j += 1;
        }
    }
    pairs.extend((i..left.len()).map(|i| Pair::Left(base.0 + i)));
    pairs.extend((j..right.len()).map(|j| Pair::Right(base.1 + j)));
}

fn in_order<T: Alike>(left: &[T], right: &[T], base: (usize, usize), pairs: &mut Vec<Pair>) {
    for index in 0..left.len().max(right.len()) {
        let (one, two) = (left.get(index), right.get(index));
        if let (Some(one), Some(two)) = (one, two)
            && one.kind() == two.kind()
        {
            pairs.push(Pair::Both(base.0 + index, base.1 + index));
            continue;
        }
        pairs.extend(one.map(|_| Pair::Left(base.0 + index)));
        pairs.extend(two.map(|_| Pair::Right(base.1 + index)));
    }
}

/// Sums of the words of an item, sorted.
fn words<T: Alike>(item: &T) -> Vec<u64> {
    let mut sums = Vec::new();
    item.texts(&mut |text| {
        let left = MOST_WORDS.saturating_sub(sums.len());
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        sums.extend(words.take(left).map(sum_of));
    });
    sums.sort_unstable();
    sums
}

/// FNV-1a.
fn sum_of(word: &str) -> u64 {
    word.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// How many words of two sorted lists are the same, of a thousand.
fn shared(left: &[u64], right: &[u64]) -> u32 {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(one), Some(two)) = (left.get(i), right.get(j)) {
        count += usize::from(one == two);
        i += usize::from(one <= two);
        j += usize::from(two <= one);
    }
    let most = left.len().max(right.len());
    u32::try_from(count * SAME_WORDS as usize / most.max(1)).unwrap_or(SAME_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Alike for &str {
        fn sum(&self) -> u64 {
            sum_of(self)
        }

        fn kind(&self) -> &str {
            &self[..1]
        }

        fn texts(&self, take: &mut dyn FnMut(&str)) {
            take(self);
        }
    }

    fn shown(left: &[&str], right: &[&str]) -> String {
        let shown = align(left, right).into_iter().map(|pair| match pair {
            Pair::Both(i, j) if left[i] == right[j] => format!("{i}={j}"),
            Pair::Both(i, j) => format!("{i}~{j}"),
            Pair::Left(i) => format!("-{i}"),
            Pair::Right(j) => format!("+{j}"),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_was_put_in_or_left_out_shifts_nothing() {
        assert_eq!(shown(&["a 1", "b 2", "a 3"], &["a 1", "a 9", "b 2", "a 3"]), "0=0 +1 1=2 2=3");
        assert_eq!(shown(&["a 1", "b 2", "a 3"], &["a 1", "a 3"]), "0=0 -1 2=1");
        assert_eq!(shown(&[], &["a"]), "+0");
    }

    #[test]
    fn a_changed_item_is_paired_with_the_one_it_is_most_like() {
        assert_eq!(shown(&["a one two three"], &["a nine", "a one two four"]), "+0 0~1");
        assert_eq!(shown(&["a one", "b x"], &["b x y", "a one"]), "+0 0=1 -1");
        assert_eq!(shown(&["a one"], &["a two"]), "0~0");
        assert_eq!(shown(&["a one"], &["b one"]), "-0 +0");
    }
}
