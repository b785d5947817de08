#include "dominator_dot.hpp"

#include "../breakdown/owner_names.hpp"
#include "../heap/object_text.hpp"
#include "dominated.hpp"
#include "short_names.hpp"

#include <trav/report/text.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heapprof {

namespace {

// Quotes a text as a string of the DOT language.
std::string dot_string(std::string_view text) {
    std::string quoted = "\"";
    for (char const c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace

void write_dominator_dot(std::ostream& out, RetainedHeap const& heap, std::size_t most) {
    auto const roots = trav::dump::roots(heap.dump);
    auto const runtime = [&](Node n) { return is_runtime(heap.dump, n); };
    std::vector<Node> objects = heap.tree.largest(most + roots.size());
    std::erase_if(objects, runtime);
    if (objects.size() > most) objects.resize(most);
    std::unordered_map<Node, std::size_t> numbers;
    for (Node const n : objects) numbers.emplace(n, numbers.size());

    out << "digraph heap {\n    node [shape=box, fontname=\"sans-serif\"];\n"
           "    edge [fontname=\"sans-serif\"];\n";
    EdgeSet const machinery = heap.dump.machinery();
    OwnerNames names(heap, machinery);
    names.add(objects);
    ShortNames const short_names(heap.dump);
    for (Node const n : objects) {
        auto const retained = heap.tree.retained(n).bytes;
        std::string const path = short_names(names.exact_path(n));
        out << "    n" << numbers[n] << " [label="
            << dot_string((path.empty() ? "" : path + '\n') + object_text(heap.dump, n) + '\n' +
                          trav::humanised(retained) + ", " + trav::percent(retained, heap.total.bytes))
            << "];\n";
    }
    for (Node const n : objects) {
        auto above = heap.tree.idom(n);
        while (above && !numbers.contains(*above)) above = heap.tree.idom(*above);  // skips undrawn objects
        if (!above) continue;
        out << "    n" << numbers[*above] << " -> n" << numbers[n];
        std::string const field = above == heap.tree.idom(n) ? field_of(heap, n) : "";
        if (!field.empty()) out << " [label=" << dot_string(field) << ']';
        out << ";\n";
    }
    out << "}\n";
}

}  // namespace heapprof
