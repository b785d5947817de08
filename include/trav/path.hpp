// trav/path.hpp: how objects are reached: paths from roots to one object or to many.
#pragma once

#include "path/path.hpp"
#include "path/path_tree.hpp"
