#include "instances.hpp"

namespace xlnono::ladder {

XLNONO_LADDERS()

}  // namespace xlnono::ladder
