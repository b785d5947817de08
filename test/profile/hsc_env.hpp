// The compiler state from the documents behind the root profiler: three roots with shared objects.
#pragma once

#include <cstddef>
#include <vector>

namespace test {

/// In words of 8 bytes with a header word each.
struct HscEnv {
    struct Object {
        std::size_t bytes;
        std::vector<Object*> fields{};
    };
    using node = Object*;
    Object x{16}, y{16}, z{16}, e{16}, f{16}, t{16};
    Object eps{32, {&x, &y, &e}}, fc{40, {&x, &y, &z, &f}}, other{32, {&x, &z, &t}},
        hsc{32, {&eps, &fc, &other}};

    /// The graph.
    struct Graph {
        using node = Object*;
        auto const& children(node n) const { return n->fields; }
        std::size_t size(node n) const { return n->bytes; }
    };
};

}  // namespace test
