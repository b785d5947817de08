// The breakdown by root set: which of the named roots reach a node, and whether anything else does.
//
// Everything else, V8's root with all it keeps, is one more root, (other). It is reached first, along all strong edges, but
// never through a named root's own nodes. Then the named roots go: along strong edges, not into each other's nodes, and into
// what (other) keeps only along the program's links (see trav/dump/v8/links.hpp).
//
// So a band without (other) is exact: its objects are freed when its roots are dropped. What a root shares with (other) is
// what the program's own links lead it to, not the hidden classes and scopes that all objects share.
#pragma once

#include "keys.hpp"

#include <trav/dump/v8/links.hpp>
#include <trav/dump/v8/selector.hpp>

#include <string>
#include <vector>

namespace heapprof {

/// A root that was asked for.
struct NamedRoot {
    std::string name;
    trav::dump::Selector selector;
};

/// What the band of all other roots is called.
inline std::string const other_roots = "(other)";

/// Throws dump::Error for a selector that matches nothing.
Keys by_root(trav::dump::V8Snapshot const& snapshot, trav::dump::Machinery const& machinery,
             std::vector<NamedRoot> const& roots);

}  // namespace heapprof
