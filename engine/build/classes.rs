//! Classes: the few cost vectors that any part of a hand can have, and how they merge.

use crate::{costs::Costs, interner::Interner};

/// The number of a cost vector. There are 214, closed under merging.
pub(crate) type Class = u8;

/// All classes with their merges.
#[derive(Debug)]
pub(crate) struct Classes {
    /// `merged[a][b]` is the class of two parts together.
    pub(crate) merged: Vec<[Class; 256]>,
    /// The cost vectors by class.
    pub(crate) costs: Vec<Costs>,
}

impl Classes {
    /// Everything that merging makes of these; the given ones come first, in their order without repetitions.
    pub(crate) fn closure(generators: &[Costs]) -> Classes {
        let mut seen = Interner::new(8);
        for costs in generators {
            seen.number(costs.words());
        }
        let mut merged = vec![[0; 256]; 256];
        let mut costs = Vec::new();
        while costs.len() < seen.values().len() {
            let class = costs.len();
            costs.push(Costs::from_words(seen.values()[class]));
            for other in 0..=class {
                let both = seen.number(costs[class].merged(&costs[other]).words()) as Class;
                merged[class][other] = both;
                merged[other][class] = both;
            }
        }
        Classes { merged, costs }
    }

    /// The class of a cost vector, which must be one.
    pub(crate) fn of(&self, costs: &Costs) -> Class {
        self.costs.iter().position(|known| known == costs).unwrap_or(0) as Class
    }
}
