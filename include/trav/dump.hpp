// trav/dump.hpp: the heaps of other programs, read from the dumps that they wrote.
#pragma once

#include "dump/v8/devtools.hpp"
#include "dump/v8/graph.hpp"
#include "dump/v8/links.hpp"
#include "dump/v8/reader.hpp"
#include "dump/v8/selector.hpp"
