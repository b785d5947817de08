// Census: the objects of a dump by their ids, so that those of several dumps can be compared.
//
// Costs 32 bytes for each object. A text id is kept as its hash.
#pragma once

#include "retained_heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// An object of a census.
struct Counted {
    std::uint64_t id;
    std::uint64_t retained;  ///< 0: no root reaches it
    std::uint32_t type;      ///< number in TypeNumbers
    trav::dump::Node node;   ///< in its dump
    std::uint64_t bytes;
};

/// Numbers types by their names, for several dumps.
class TypeNumbers {
  public:
    std::uint32_t number(std::string const& name) {
        auto const [at, fresh] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (fresh) names_.push_back(name);
        return at->second;
    }
    std::string const& operator[](std::uint32_t number) const { return names_[number]; }
    std::size_t size() const { return names_.size(); }

  private:
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<std::string> names_;
};

/// The objects of one dump.
struct Census {
    std::string file;
    std::vector<Counted> objects;  ///< by id
};

/// Counts the objects of a dump.
template <trav::dump::Dump D>
Census census(D const& dump, TypeNumbers& types) {
    using trav::dump::Node;
    RetainedHeap const heap(dump);
    std::unordered_map<decltype(dump.type(Node{})), std::uint32_t> numbers;
    Census result{dump.source(), {}};
    result.objects.reserve(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) {
        auto const [type, fresh] = numbers.try_emplace(dump.type(n), 0);
        if (fresh) type->second = types.number(type_name(dump, n));
        std::uint64_t id = 0;
        if constexpr (std::is_arithmetic_v<decltype(trav::dump::id(dump, n))>) id = trav::dump::id(dump, n);
        else id = std::hash<std::string_view>()(trav::dump::id(dump, n));
        result.objects.push_back({id, heap.tree.retained(n).bytes, type->second, n, dump.size(n)});
    }
    std::ranges::sort(result.objects, {}, &Counted::id);
    return result;
}

}  // namespace heapprof
