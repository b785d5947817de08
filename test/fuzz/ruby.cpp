// Heaps of Ruby, from ObjectSpace.dump_all. Every heap that can be read is sound.
#include "dump.hpp"

#include <trav/dump/ruby/reader.hpp>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace trav::dump;
    try {
        RubyHeap const heap = fuzz::read_linear(fuzz::text(data, size), "x.rubyheap",
                                                [](Input& input) { return read_ruby(input); });
        fuzz::must_be_sound(heap);
        for (Node n = 0; n != heap.node_count(); ++n) {
            fuzz::must(heap.group(n) < heap.group_count(), "a group has a number");
        }
        fuzz::must(heap.globals().at(0) < heap.node_count(), "what has the classes is an object");
    } catch (Error const& error) { fuzz::must_be_one_line(error.what()); }
    return 0;
}
