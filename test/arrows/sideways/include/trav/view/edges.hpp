#include <trav/flow/flow.hpp>
