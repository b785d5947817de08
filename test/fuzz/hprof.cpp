// Heap dumps of Java virtual machines. Every dump that can be read is sound.
#include "dump.hpp"

#include <trav/dump/jvm/dump.hpp>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace trav::dump;
    try {
        JvmDump const heap = fuzz::read_linear(fuzz::text(data, size), "x.hprof",
                                               [](Input& input) { return read_jvm_dump(input); });
        fuzz::must_be_sound(heap);
        for (Node const global : heap.globals())
            fuzz::must(global < heap.node_count(), "what has the classes is an object");
        for (Node n = 0; n != heap.node_count(); ++n)
            fuzz::must(heap.group(n) < heap.group_count(), "a group has a number");
    } catch (Error const& error) { fuzz::must_be_one_line(error.what()); }
    return 0;
}
