// The kernel as a WebAssembly module: `reserve` room for a question, write it there, `ask`, and
// read the answer. `xlnono/page/kernel_module.py` and `kernel.js` beside it do so.
#include <cstdint>
#include <exception>
#include <string>

#include "deciding.hpp"
#include "explaining.hpp"
#include "planning.hpp"
#include "stream.hpp"

// Called about twenty times a second; what it throws ends the work.
extern "C" __attribute__((import_module("page"), import_name("watch"))) void watch(
    int known, double conflicts);

namespace {

using namespace xlnono;

enum class Status { done, invalid, out_of_time };

wasm::Words question, answer;

void dispatch(wasm::Reader& asked, wasm::Writer& out) {
    const Watcher watcher = [](int known, std::int64_t conflicts) {
        watch(known, static_cast<double>(conflicts));
    };
    // The numbers are those of `_Question` in xlnono/page/kernel_module.py.
    switch (asked.number()) {
        case 0: return wasm::decide(asked, out, watcher);
        case 1: return wasm::follow_lines(asked, out, watcher);
        case 2: return wasm::failed_literals(asked, out, watcher);
        case 3: return wasm::decide_each(asked, out, watcher);
        case 4: return wasm::contradiction_cores(asked, out, watcher);
        case 5: return wasm::climb(asked, out, watcher);
        case 6: return wasm::apply(asked, out, watcher);
        case 7: return wasm::deduce(asked, out, watcher);
        case 8: return wasm::count_sweeps(asked, out, watcher);
        case 9: return wasm::new_board(asked, out);
        case 10: return wasm::forget_board(asked);
        case 11: return wasm::fix(asked, watcher);
        case 12: return wasm::end_visit(asked, watcher);
        case 13: return wasm::look(asked, out, watcher);
        case 14: return wasm::next_step(asked, out, watcher);
        case 15: return wasm::use_simplest(asked, out, watcher);
        case 16: return wasm::counts(asked, out, watcher);
        case 17: return wasm::known(asked, out, watcher);
        case 18: return wasm::plan_contradictions(asked, out, watcher);
        case 19: return wasm::key_cells(asked, out, watcher);
        case 20: return wasm::prove(asked, out, watcher);
        default: throw std::invalid_argument("there is no such question");
    }
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Where to write a question of so many words.
EXPORT(reserve) std::int32_t* reserve(int words) {
    question.assign(static_cast<std::size_t>(words), 0);
    return question.data();
}

// Answer the question: 0 if that is done, 1 with a message if it was invalid, 2 if time was up.
EXPORT(ask) int ask() {
    answer.clear();
    wasm::Reader asked(question);
    wasm::Writer out(answer);
    try {
        dispatch(asked, out);
    } catch (const OutOfTime&) {
        return static_cast<int>(Status::out_of_time);
    } catch (const std::exception& error) {
        answer.clear();
        const std::string message = error.what();
        out.bytes(message.data(), message.size());
        return static_cast<int>(Status::invalid);
    }
    return static_cast<int>(Status::done);
}

EXPORT(answer) const std::int32_t* answer_words() { return answer.data(); }
EXPORT(answer_size) int answer_size() { return static_cast<int>(answer.size()); }
EXPORT(longest_line) int get_longest_line() { return longest_line; }
EXPORT(longest_explained) int get_longest_explained() { return longest_explained; }
