// V8 heap snapshots. Every snapshot that can be read is sound.
#include "dump.hpp"

#include <trav/dump/v8/dump.hpp>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace trav::dump;
    try {
        V8Dump const snapshot = fuzz::read_linear(fuzz::text(data, size), "x.heapsnapshot",
                                                  [](Input& input) { return read_v8_dump(input); });
        fuzz::must_be_sound(snapshot);
        for (Node const global : snapshot.globals())
            fuzz::must(global < snapshot.node_count(), "a global object is an object");
        auto const retention = snapshot.retention();
        std::size_t held = 0;
        for (Node n = 0; n != snapshot.node_count(); ++n) {
            snapshot.for_each_edge(n, [&](auto const& edge) { held += retention.holds(edge); });
            (void)retention.size(n);
        }
        fuzz::must(held <= snapshot.edge_count(), "DevTools counts no edge twice");
    } catch (Error const& error) { fuzz::must_be_one_line(error.what()); }
    return 0;
}
