// trav/dump/csr/sort.hpp: copies a .csr dump with its objects in breadth-first order from its roots. For
// heaps that are larger than memory and not in any useful order. POSIX only.
//
//     trav::dump::sort_csr_dump("shuffled.csr", "sorted.csr", std::size_t{2} << 30);
//
// The copy has the same contents (doc/formats.md). @ID selects the same object as before; an object without
// an id gets its old number as its id. Unknown columns of numbers are dropped, because the file does not say
// whether they describe objects or references.
#pragma once

#include "../../graph/write_breadth_first.hpp"
#include "../input.hpp"
#include "dump.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace trav::dump {

namespace detail {

/// Writes the columns of one file.
class CsrSorter {
  public:
    using Graph = MappedCsr<Node>;

    CsrSorter(Graph const& graph, BreadthFirstOrder<Node> const& order, CsrColumnWriter& out)
        : columns_(graph.columns()), references_(graph.targets().size()), order_(order), out_(out) {}

    void write() {
        for (std::string_view const name : columns_.names()) {
            if (is_one_of(name, std::array{"type", "group", "name"})) by_object<std::uint32_t>(name);
            else if (is_one_of(name, std::array{"id", "retained size"})) by_object<std::uint64_t>(name);
            else if (name == "edge kind") by_reference<std::uint8_t>(name);
            else if (name == "edge name") by_reference<std::uint32_t>(name);
            else if (is_one_of(name, std::array{"root", "global", "runtime", "root list", "retained root"}))
                objects(name);
            else if (name == "id text") text_by_object(name);
            else if (columns_.has_texts(name)) texts(name);
        }
        if (!columns_.has("id") && !columns_.has("id text"))
            out_.items<std::uint64_t>("id", order_.count(), [&](auto put) {
                for (Node const n : order_.nodes()) put(n);
            });
    }

  private:
    static bool is_one_of(std::string_view name, auto const& names) {
        return std::ranges::find(names, name) != names.end();
    }
    template <class Item>
    void by_object(std::string_view name) {
        auto const items = columns_.items<Item>(name, order_.count());
        out_.items<Item>(std::string(name), items.size(), [&](auto put) { order_.each_item(items, put); });
    }
    template <class Item>
    void by_reference(std::string_view name) {
        auto const items = columns_.items<Item>(name, references_);
        out_.items<Item>(std::string(name), items.size(),
                         [&](auto put) { order_.each_of_references(items, put); });
    }
    /// A list of objects.
    void objects(std::string_view name) {
        auto const items = columns_.items<std::uint32_t>(name);
        out_.items<std::uint32_t>(std::string(name), items.size(), [&](auto put) {
            for (Node const n : items) put(order_.number(n));
        });
    }
    void texts(std::string_view name) {
        CsrTexts const all = columns_.texts(name);
        out_.texts(std::string(name), all.size(), [&](std::size_t i) { return all[i]; });
    }
    void text_by_object(std::string_view name) {
        CsrTexts const all = columns_.texts(name);
        auto const nodes = order_.nodes();
        out_.texts(std::string(name), nodes.size(), [&](std::size_t i) { return all[nodes[i]]; });
    }

    CsrColumns columns_;
    std::uint64_t references_;
    BreadthFirstOrder<Node> const& order_;
    CsrColumnWriter& out_;
};

}  // namespace detail

/// Returns the bytes left for reading if `nodes` objects are sorted with `most` bytes and their roots are
/// kept in memory. Throws TooLittleMemory.
inline std::uint64_t room_to_sort(std::string const& file, std::uint64_t nodes, std::size_t roots,
                                  std::uint64_t most) {
    using Order = BreadthFirstOrder<Node>;
    std::uint64_t const kept = std::uint64_t{roots} * sizeof(Node);
    std::uint64_t const least = Order::bytes(nodes, std::uint64_t{1} << 20) + kept;
    if (most < least)
        throw TooLittleMemory(file, "sorting takes " + std::to_string((least >> 20) + 1) +
                                        " MiB of memory, and " + std::to_string(most >> 20) +
                                        " MiB may be taken");
    return most - Order::bytes(nodes, 0) - kept;
}

/// Takes up to `most` bytes of memory. Throws Error or BadFile, and TooLittleMemory if `most` is too small.
inline void sort_csr_dump(std::string const& from, std::string const& to, std::uint64_t most,
                          Progress const& progress = {}) {
    CsrDump const dump(from);
    auto const graph = bad_file_as_error([&] { return MappedCsr<Node>(from); });
    auto const all_roots = roots(dump);
    BreadthFirstOrder order(graph, room_to_sort(from, graph.count(), all_roots.size(), most));
    write_breadth_first(
        to, graph, order, all_roots,
        [&](CsrColumnWriter& out) { detail::CsrSorter(graph, order, out).write(); }, progress);
}

}  // namespace trav::dump
