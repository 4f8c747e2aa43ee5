// The ladder for each number of words, which only `instances.cpp` compiles: it takes the compiler as
// long as all else that explains lines.
#pragma once

#include "../with_words.hpp"
#include "first_deduction.hpp"

#define XLNONO_LADDER(extern_, N)                                                              \
    extern_ template Climbed<N> climb(const KnownLine<N>&, int, int);                          \
    extern_ template Finding<N> apply(Technique, const KnownLine<N>&);                         \
    extern_ template Deduction<N> deduce(Technique, const KnownLine<N>&, const Cells<N>&);     \
    extern_ template Deduction<N> first_deduction(const KnownLine<N>&, const Climbed<N>&);

#define XLNONO_LADDERS(extern_)        \
    XLNONO_LADDER(extern_, 1)          \
    XLNONO_LADDER(extern_, 2)          \
    XLNONO_LADDER(extern_, 4)          \
    XLNONO_LADDER(extern_, 9)          \
    XLNONO_LADDER(extern_, 16)         \
    XLNONO_LADDER(extern_, long_words) \
    XLNONO_LADDER(extern_, longest_words)

namespace xlnono::ladder {

XLNONO_LADDERS(extern)

}  // namespace xlnono::ladder
