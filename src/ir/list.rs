//! A list that may be changed at any place: an element that comes or goes moves a piece of the list, and not the list.

/// How many elements a piece has at most.
const PIECE: usize = 512;

/// Elements in order, in pieces. No piece is empty.
#[derive(Clone, Debug)]
pub(super) struct List<T> {
    pieces: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { pieces: Vec::new(), len: 0 }
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::default();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T> List<T> {
    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// All, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    /// All, in order, to change.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.pieces.iter_mut().flatten()
    }

    /// The piece of this element, and its place there. What is behind the last is behind the last of its piece.
    fn find(&self, mut index: usize) -> Option<(usize, usize)> {
        let last = self.pieces.len().checked_sub(1)?;
        for (number, piece) in self.pieces.iter().enumerate() {
            if index < piece.len() || number == last && index == piece.len() {
                return Some((number, index));
            }
            index -= piece.len();
        }
        None
    }

    /// The element at this index.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let (piece, place) = self.find(index)?;
        self.pieces[piece].get_mut(place)
    }

    /// Adds one behind the others.
    pub(super) fn push(&mut self, item: T) {
        self.insert(self.len, item);
    }

    /// Puts one before the element at this index, or behind the last.
    pub(super) fn insert(&mut self, index: usize, item: T) {
        let Some((mut piece, mut place)) = self.find(index) else {
            self.len = 1;
            return self.pieces.push(vec![item]);
        };
        if self.pieces[piece].len() == PIECE {
            // Behind the last piece a new one begins; within one it is cut in two.
            let cut = if index == self.len { PIECE } else { PIECE / 2 };
            let behind = self.pieces[piece].split_off(cut);
            self.pieces.insert(piece + 1, behind);
            if place >= cut {
                (piece, place) = (piece + 1, place - cut);
            }
        }
        self.pieces[piece].insert(place, item);
        self.len += 1;
    }

    /// Takes out the element at this index.
    pub(super) fn remove(&mut self, index: usize) -> Option<T> {
        let (piece, place) = self.find(index).filter(|_| index < self.len)?;
        let item = self.pieces[piece].remove(place);
        if self.pieces[piece].is_empty() {
            self.pieces.remove(piece);
        }
        self.len -= 1;
        Some(item)
    }

    /// Takes off the last.
    pub(super) fn pop(&mut self) -> Option<T> {
        self.remove(self.len.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(list: &List<usize>, known: &[usize]) {
        assert!(list.iter().eq(known), "{list:?}");
        assert_eq!(list.len(), known.len());
        assert!(list.pieces.iter().all(|piece| !piece.is_empty() && piece.len() <= PIECE));
    }

    #[test]
    fn it_does_what_a_vector_does() {
        for begun in [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE] {
            let mut known: Vec<usize> = (0..begun).collect();
            let mut list: List<usize> = known.iter().copied().collect();
            same(&list, &known);
            // Places jump about, and there is more that comes than goes, then the other way round.
            for step in 0..6000 {
                let place = step * 7919 % (known.len() + 1);
                let comes = if step < 3000 { step % 3 > 0 } else { step % 3 == 0 };
                if comes {
                    list.insert(place, step);
                    known.insert(place, step);
                } else {
                    let gone = (place < known.len()).then(|| known.remove(place));
                    assert_eq!(list.remove(place), gone);
                }
                assert_eq!(list.get_mut(place).copied(), known.get(place).copied());
                assert_eq!(list.get_mut(known.len()), None);
                if step % 97 == 0 {
                    assert_eq!(list.pop(), known.pop());
                    list.push(step);
                    known.push(step);
                    same(&list, &known);
                }
            }
            same(&list, &known);
        }
    }
}
