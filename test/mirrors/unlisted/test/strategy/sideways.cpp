#include <trav/strategy/sideways.hpp>
