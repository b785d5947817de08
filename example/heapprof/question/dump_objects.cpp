#include "dump_objects.hpp"

#include "retained_heap.hpp"

#include <trav/dump/named_path.hpp>

#include <algorithm>
#include <functional>

namespace heapprof {

DumpObjects objects_of(AnyDump const& dump, TypeNumbers& types) {
    RetainedHeap const heap(dump);
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    bool const numeric = trav::dump::ids_are_numbers(dump);
    DumpObjects result{dump.source(), {}};
    result.objects.reserve(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) {
        auto const [type, fresh] = numbers.try_emplace(dump.type(n), 0);
        if (fresh) type->second = types.number(type_name(dump, n));
        std::uint64_t const id = numeric ? dump.id_number(n) : std::hash<std::string>()(dump.id(n));
        result.objects.push_back({id, heap.tree.retained(n).bytes, type->second, n, dump.size(n)});
    }
    std::ranges::sort(result.objects, {}, &DumpObject::id);
    return result;
}

}  // namespace heapprof
