// Learnt clauses, kept one behind the other in one array, and who watches which literal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace xlnono {

// Literal 2v says that cell v is black, 2v + 1 that it is white.
using Literal = std::int32_t;

constexpr Literal literal(int cell, bool black) { return 2 * cell + (black ? 0 : 1); }
constexpr int cell_of(Literal l) { return l >> 1; }
constexpr bool is_black(Literal l) { return (l & 1) == 0; }
constexpr Literal opposite(Literal l) { return l ^ 1; }

class Clauses {
public:
    // The place of a clause in the array.
    using Ref = std::int32_t;

    struct Watch {
        Ref clause;
        Literal blocker;  // if this one is true, the clause need not be looked at
    };

    explicit Clauses(int cells) : cells_(static_cast<std::size_t>(cells)) {}

    // Add a clause of at least two literals, watched by its first two. Clauses with the
    // block distance `kept_for_ever` are never thrown away.
    static constexpr int kept_for_ever = 0;
    Ref add(std::span<const Literal> literals, int distance) {
        if (list_of_.empty()) {
            list_of_.resize(2 * cells_);
            lists_.reserve(2 * cells_ + 1);  // so lists stay where they are
            lists_.emplace_back();
        }
        const Ref ref = static_cast<Ref>(store_.size());
        store_.push_back(static_cast<std::int32_t>(literals.size()));
        store_.push_back(distance);
        store_.insert(store_.end(), literals.begin(), literals.end());
        refs_.push_back(ref);
        watch(ref, literals[0], literals[1]);
        return ref;
    }

    std::span<Literal> operator[](Ref ref) {
        const auto at = static_cast<std::size_t>(ref);
        return {store_.data() + at + 2, static_cast<std::size_t>(store_[at])};
    }

    std::vector<Watch>& watching(Literal l) {
        return lists_[static_cast<std::size_t>(list_of_[static_cast<std::size_t>(l)])];
    }

    void watch(Literal l, Watch watch) {
        auto& list = list_of_[static_cast<std::size_t>(l)];
        if (list == 0) {
            list = static_cast<std::int32_t>(lists_.size());
            lists_.emplace_back();
        }
        lists_[static_cast<std::size_t>(list)].push_back(watch);
    }

    std::size_t count() const { return refs_.size(); }
    int distance(Ref ref) const { return store_[static_cast<std::size_t>(ref) + 1]; }
    void improve(Ref ref, int distance) {
        auto& held = store_[static_cast<std::size_t>(ref) + 1];
        if (distance < held) held = distance;
    }

    // Throw away the worse half of the clauses that are neither short-ranged nor in use, and
    // tell each clause that moves by `moved(old, new)`.
    template <class InUse, class Moved>
    void halve(InUse in_use, Moved moved) {
        std::vector<Ref> doubtful;
        for (const Ref ref : refs_)
            if (distance(ref) > 2 && !in_use(ref)) doubtful.push_back(ref);
        // Of clauses with the same distance the older ones go first.
        std::stable_sort(doubtful.begin(), doubtful.end(),
                         [this](Ref a, Ref b) { return distance(a) > distance(b); });
        doubtful.resize(doubtful.size() / 2);
        std::sort(doubtful.begin(), doubtful.end());
        for (auto& list : lists_) list.clear();
        std::vector<std::int32_t> old;
        old.swap(store_);
        std::vector<Ref> kept;
        auto gone = doubtful.begin();
        for (const Ref ref : refs_) {
            if (gone != doubtful.end() && *gone == ref) {
                ++gone;
                continue;
            }
            const auto from = old.begin() + ref;
            const Ref now = static_cast<Ref>(store_.size());
            store_.insert(store_.end(), from, from + 2 + *from);
            kept.push_back(now);
            moved(ref, now);
            watch(now, store_[static_cast<std::size_t>(now) + 2], store_[static_cast<std::size_t>(now) + 3]);
        }
        refs_.swap(kept);
    }

private:
    void watch(Ref ref, Literal first, Literal second) {
        watch(opposite(first), {ref, second});
        watch(opposite(second), {ref, first});
    }

    std::size_t cells_;
    std::vector<std::int32_t> store_;  // for each clause: size, distance, literals
    std::vector<Ref> refs_;
    // By the literal that, once true, needs a look: its place among the lists. The first list
    // stays empty and serves all that nobody watches, which most literals are.
    std::vector<std::int32_t> list_of_;
    std::vector<std::vector<Watch>> lists_;
};

}  // namespace xlnono
