// A line as clauses, in the order encoding.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "literal.hpp"

namespace xlnono {

// For each block and each shift less than the slack there is a variable: true if the block is
// shifted at most that far from where it lies with all blocks pushed to the start. (Tamura, Taga,
// Kitagawa and Banbara, "Compiling Finite Linear CSP into SAT", 2009.)
class OrderEncoding {
public:
    // The variables are numbered from `first_variable`.
    OrderEncoding(std::span<const int> blocks, int slack, int first_variable)
        : blocks_(blocks), slack_(slack), first_variable_(first_variable) {
        int start = 0;
        for (const int block : blocks) {
            starts_.push_back(start);
            start += block + 1;
        }
    }

    int variables() const { return count() * slack_; }

    // Call `add` with each clause, for a line of such length. `cell` gives the variable of a cell.
    template <class Cell, class Add>
    void write(int length, Cell cell, Add add) const {
        std::vector<Literal> clause;
        const auto write_clause = [&](std::initializer_list<Literal> literals) {
            clause.clear();
            for (const Literal l : literals) {
                if (l == always) return;
                if (l != never) clause.push_back(l);
            }
            add(clause);
        };
        // A block that is shifted at most so far is also shifted at most one cell farther, and the
        // block before it at most so far.
        for (int block = 0; block < count(); ++block)
            for (int shift = 0; shift < slack_; ++shift) {
                const Literal farther = negated(shifted(block, shift));
                write_clause({farther, shifted(block, shift + 1)});
                if (block > 0) write_clause({farther, shifted(block - 1, shift)});
            }
        // On a white cell, every block that starts there or before ends before it. On a black cell,
        // when a block ends before it, the next one starts there or before.
        for (int offset = 0; offset < length; ++offset) {
            const Literal black = literal(cell(offset), true);
            for (int block = 0; block < count(); ++block)
                write_clause({black, ended(block, offset), negated(started(block, offset))});
            for (int block = -1; block < count(); ++block)
                write_clause({negated(black), started(block + 1, offset),
                              negated(ended(block, offset))});
        }
    }

private:
    static constexpr Literal always = -2, never = negated(always);

    int count() const { return static_cast<int>(blocks_.size()); }

    Literal shifted(int block, int shift) const {
        if (shift < 0) return never;
        if (shift >= slack_) return always;
        return literal(first_variable_ + block * slack_ + shift, true);
    }

    // Whether a block starts at a cell or before it, and whether it ends before it. Imaginary
    // blocks lie before the first block and behind the last.
    Literal started(int block, int offset) const {
        if (block < 0) return always;
        if (block >= count()) return never;
        return shifted(block, offset - starts_[at(block)]);
    }
    Literal ended(int block, int offset) const {
        return block < 0 ? always : started(block, offset - blocks_[at(block)]);
    }

    std::span<const int> blocks_;
    int slack_, first_variable_;
    std::vector<int> starts_;
};

}  // namespace xlnono
