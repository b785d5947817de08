// trav/path.hpp: paths from roots to one object, and the merged paths to many.
#pragma once

#include "path/path.hpp"
#include "path/path_tree.hpp"
