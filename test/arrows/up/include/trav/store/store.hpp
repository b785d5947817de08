#include "../graph/graph.hpp"
