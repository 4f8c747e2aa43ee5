// The questions of the explanation: what `explain_line/*bindings.cpp` offer to Python.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "../explain_line/deduce.hpp"
#include "../explain_line/prospects.hpp"
#include "../explain_line/sweep.hpp"
#include "../with_words.hpp"
#include "deciding.hpp"
#include "stream.hpp"

namespace xlnono::wasm {

inline void write(Writer& answer, const std::vector<ladder::BlockPlaces>& blocks) {
    answer.list(blocks, [&](const ladder::BlockPlaces& one) {
        answer.number(one.block);
        answer.list(one.parts, [&](const ladder::Run& part) {
            answer.number(part.first);
            answer.number(part.end - 1);
        });
    });
}

template <std::size_t N>
void write(Writer& answer, const ladder::Deduction<N>& done) {
    answer.number(static_cast<int>(done.technique));
    answer.set(done.black);
    answer.set(done.white);
    answer.set(done.evidence);
    write(answer, done.blocks);
    answer.list(done.stretches, [&](const auto& one) {
        answer.number(one.first);
        answer.number(one.last);
        answer.numbers(one.blocks);
    });
    answer.list(done.cases, [&](const ladder::OwnerCase& one) {
        answer.number(one.owner);
        write(answer, one.blocks);
    });
}

template <std::size_t N>
Cells<N> read_cells(Reader& question, int length) {
    const auto black = question.set<N>(length), white = question.set<N>(length);
    if ((black & white).any()) throw std::invalid_argument("a cell has one colour only");
    return {black, white};
}

// Call `use` with a line whose clue, length and known cells are asked about.
template <class Use>
void on_line(Reader& question, const Watcher& watcher, Use use) {
    const Limits limits = read_limits(question, 1);
    const auto clue = question.numbers();
    const int length = question.number();
    if (length < 1 || length > longest_explained)
        throw std::invalid_argument("the line is too long");
    check({clue}, static_cast<std::size_t>(length), "lines");
    with_words(length, [&](auto words) {
        const auto known = read_cells<words()>(question, length);
        Budget budget;
        budget.start(limits, watcher);
        use(ladder::KnownLine<words()>(clue, length, known, budget));
    });
}

inline int read_rung(Reader& question) {
    const int rung = question.number();
    if (rung < 0 || rung > ladder::last_rung) throw std::invalid_argument("there is no such rung");
    return rung;
}

inline void climb(Reader& question, Writer& answer, const Watcher& watcher) {
    on_line(question, watcher, [&](const auto& line) {
        const int first = read_rung(question), last = read_rung(question);
        const auto climbed = ladder::climb(line, first, last);
        answer.number(climbed.rung);
        answer.set(climbed.black);
        answer.set(climbed.white);
    });
}

inline void apply(Reader& question, Writer& answer, const Watcher& watcher) {
    on_line(question, watcher, [&](const auto& line) {
        const auto found = ladder::apply(static_cast<ladder::Technique>(read_rung(question)), line);
        answer.set(found.black);
        answer.set(found.white);
    });
}

inline void deduce(Reader& question, Writer& answer, const Watcher& watcher) {
    on_line(question, watcher, [&]<std::size_t N>(const ladder::KnownLine<N>& line) {
        const auto technique = static_cast<ladder::Technique>(read_rung(question));
        write(answer, ladder::deduce(technique, line, read_cells<N>(question, line.length)));
    });
}

// Call `use` with a position in words that are wide enough for the puzzle.
template <class Use>
auto with_position(Reader& question, Use use) {
    const Clues rows = question.clues(), columns = question.clues();
    check(rows, columns.size(), "rows");
    check(columns, rows.size(), "columns");
    const int longest = static_cast<int>(std::max(rows.size(), columns.size()));
    if (longest > longest_explained) throw std::invalid_argument("there are too many lines");
    return with_words(longest, [&](auto words) {
        ladder::Position<words()> position(rows, columns);
        for (int row = 0; row < position.height(); ++row)
            position.fix(row, read_cells<words()>(question, static_cast<int>(columns.size())));
        return use(std::move(position));
    });
}

inline void count_sweeps(Reader& question, Writer& answer, const Watcher& watcher) {
    const Limits limits = read_limits(question, 1);
    const bool rows_first = question.number() != 0;
    with_position(question, [&](auto position) {
        Budget budget;
        budget.start(limits, watcher);
        answer.number(ladder::count_sweeps(position, rows_first, budget));
    });
}

using AnyProspects =
    std::variant<ladder::Prospects<1>, ladder::Prospects<2>, ladder::Prospects<4>,
                 ladder::Prospects<9>, ladder::Prospects<16>>;

// The boards that are being explained, by the numbers under which they are asked about.
inline std::map<int, AnyProspects>& boards() {
    static std::map<int, AnyProspects> all;
    return all;
}

inline void new_board(Reader& question, Writer& answer) {
    static int last = 0;
    boards().emplace(++last, with_position(question, [](auto position) -> AnyProspects {
                         return ladder::Prospects(std::move(position));
                     }));
    answer.number(last);
}

inline void forget_board(Reader& question) { boards().erase(question.number()); }

// Call `use` with the board that is asked about, and a budget.
template <class Use>
void on_board(Reader& question, const Watcher& watcher, Use use) {
    const Limits limits = read_limits(question, 1);
    const auto found = boards().find(question.number());
    if (found == boards().end()) throw std::invalid_argument("there is no such board");
    Budget budget;
    budget.start(limits, watcher);
    std::visit([&](auto& prospects) { use(prospects, budget); }, found->second);
}

inline void fix(Reader& question, const Watcher& watcher) {
    on_board(question, watcher, [&](auto& board, Budget&) {
        const int row = question.number(), column = question.number();
        board.fix(row, column, question.number() != 0);
    });
}

inline void end_visit(Reader& question, const Watcher& watcher) {
    on_board(question, watcher, [](auto& board, Budget&) { board.end_visit(); });
}

inline void look(Reader& question, Writer& answer, const Watcher& watcher) {
    on_board(question, watcher,
             [&](auto& board, Budget& budget) { answer.number(board.look(budget)); });
}

inline void next_step(Reader& question, Writer& answer, const Watcher& watcher) {
    on_board(question, watcher, [&](auto& board, Budget& budget) {
        const auto step = board.next_step(budget);
        answer.number(step.has_value());
        if (!step) return;
        answer.number(step->line);
        answer.set(step->known.black);
        answer.set(step->known.white);
        write(answer, step->deduction);
    });
}

inline void use_simplest(Reader& question, Writer& answer, const Watcher& watcher) {
    on_board(question, watcher, [&](auto& board, Budget& budget) {
        const auto pass = board.use_simplest(budget);
        answer.number(pass.has_value());
        if (!pass) return;
        answer.number(pass->rung);
        answer.number(pass->moved);
        answer.number(pass->unfinished);
    });
}

// The number of unknown cells, and the number of lines on which something can be deduced.
inline void counts(Reader& question, Writer& answer, const Watcher& watcher) {
    on_board(question, watcher, [&](auto& board, Budget&) {
        answer.number(board.position().unknown());
        answer.number(board.choices());
    });
}

inline void known(Reader& question, Writer& answer, const Watcher& watcher) {
    on_board(question, watcher, [&](auto& board, Budget&) {
        const auto& position = board.position();
        for (int line = 0; line < position.lines(); ++line) {
            answer.set(position.known(line).black);
            answer.set(position.known(line).white);
        }
    });
}

}  // namespace xlnono::wasm
