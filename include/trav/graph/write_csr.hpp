// trav/graph/write_csr.hpp: writes a graph to a file, for graph/mapped.hpp. POSIX only.
//
//     trav::write_csr("heap.csr", graph);                    // any graph with numbered nodes
//     trav::write_csr("heap.csr", graph, [&](trav::CsrColumnWriter& columns) {  // and further data
//         columns.items<std::uint32_t>("type", graph.count(), [&](auto put) {
//             for (auto const n : graph.objects()) put(type_number(n));
//         });
//         columns.texts("type name", names);
//     });
//
// doc/formats.md lists the columns that heapprof knows.
#pragma once

#include "csr_file.hpp"
#include "graph.hpp"
#include "new_file.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace trav {

namespace detail {

/// Calls f(node) for each node, by number. Throws std::invalid_argument if objects() lists the nodes in
/// another order.
template <IndexedGraph G, class F>
void for_each_by_number(G const& graph, F f) {
    std::size_t next = 0;
    auto const one = [&](node_t<G> const& n) {
        if (static_cast<std::size_t>(graph.index(n)) != next++)
            throw std::invalid_argument("trav: write_csr needs objects() in the order of their numbers");
        f(n);
    };
    if constexpr (requires { graph.objects(); }) {
        for (auto&& n : graph.objects()) one(n);
    } else {
        static_assert(std::integral<node_t<G>>, "trav: write_csr needs a graph with objects()");
        for (std::size_t i = 0; i != graph.count(); ++i) one(static_cast<node_t<G>>(i));
    }
    if (next != graph.count())
        throw std::invalid_argument("trav: write_csr needs all objects that count() counts");
}

}  // namespace detail

/// Writes the columns after a graph.
class CsrColumnWriter {
  public:
    explicit CsrColumnWriter(detail::NewFile& out) : out_(out) {}

    /// Writes `count` items. fill(put) must call put(item) for each of them. Throws std::invalid_argument if
    /// there are fewer or more, or if the name does not have 1 to 16 bytes.
    template <std::unsigned_integral Item>
    void items(std::string const& name, std::uint64_t count, auto&& fill) {
        begin(name, sizeof(Item), count);
        std::uint64_t put = 0;
        fill([&](Item item) {
            if (put++ < count) out_.write(item);
        });
        if (put != count)
            throw std::invalid_argument("trav: write_csr: the column '" + name + "' should have " +
                                        std::to_string(count) + " items, not " + std::to_string(put));
        pad(count * sizeof(Item));
    }
    /// Writes a list of texts.
    void texts(std::string const& name, auto const& list) {
        std::vector<std::string_view> all;
        for (std::string_view const text : list) all.push_back(text);
        texts(name, all.size(), [&](std::size_t i) { return all[i]; });
    }
    /// Writes the texts text(0), text(1), ..., text(count - 1). Calls text() three times for each.
    void texts(std::string const& name, std::size_t count, auto text) {
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i != count; ++i) bytes += text(i).size();
        begin(name, 0, 8 + std::uint64_t{count} * 8 + bytes);
        out_.write(std::uint64_t{count});
        std::uint64_t end = 0;
        for (std::size_t i = 0; i != count; ++i) out_.write(end += text(i).size());
        for (std::size_t i = 0; i != count; ++i)
            for (char const c : text(i)) out_.write(c);
        pad(bytes);
    }

  private:
    void begin(std::string const& name, std::uint32_t item_bytes, std::uint64_t items) {
        detail::CsrColumnHeader header;
        if (name.empty() || name.size() > header.name.size())
            throw std::invalid_argument("trav: write_csr: a column's name has 1 to 16 bytes: '" + name + "'");
        for (std::size_t i = 0; i != name.size(); ++i) header.name[i] = name[i];
        header.item_bytes = item_bytes;
        header.items = items;
        out_.write(header);
    }
    void pad(std::uint64_t bytes) {
        for (; bytes % 8 != 0; ++bytes) out_.write(char{0});
    }

    detail::NewFile& out_;
};

namespace detail {

/// Writes columns, if there are any.
void write_columns(NewFile& out, auto& columns) {
    if constexpr (!std::is_null_pointer_v<std::remove_cvref_t<decltype(columns)>>) {
        CsrColumnWriter more(out);
        columns(more);
        out.write(CsrColumnHeader{});  // the end
    }
}

}  // namespace detail

/// Writes a graph: its edges, with handles resolved and without null children, and its sizes if it has any.
/// Reads the children of each node three times and stores nothing. Replaces an older file only when complete.
/// Throws BadFile. If `columns` is given, columns(CsrColumnWriter&) writes further data.
template <std::unsigned_integral Node = std::uint32_t, IndexedGraph G, class Columns = std::nullptr_t>
void write_csr(std::string const& file, G const& graph, Columns columns = {}) {
    detail::CsrHeader header;
    if constexpr (!std::is_null_pointer_v<Columns>) header.version = detail::CsrHeader::with_columns;
    header.node_bytes = sizeof(Node);
    header.size_bytes = HeapGraph<G> ? 8 : 0;
    header.nodes = graph.count();
    if (header.nodes > std::uint64_t{std::numeric_limits<Node>::max()})
        throw std::invalid_argument("trav: write_csr: too many nodes for this type of node");
    auto const for_each_child = [&](node_t<G> const& n, auto f) {
        scan(graph, n, [&](node_t<G> const& handle) {
            node_t<G> const child = resolve(graph, handle);
            if (!null(graph, child)) f(child);
        });
    };
    detail::for_each_by_number(
        graph, [&](auto const& n) { for_each_child(n, [&](auto const&) { ++header.edges; }); });

    detail::NewFile out(file);
    out.write(header);
    std::uint64_t offset = 0;
    out.write(offset);
    detail::for_each_by_number(graph, [&](auto const& n) {
        for_each_child(n, [&](auto const&) { ++offset; });
        out.write(offset);
    });
    detail::for_each_by_number(graph, [&](auto const& n) {
        for_each_child(n, [&](auto const& child) { out.write(static_cast<Node>(graph.index(child))); });
    });
    for (auto pad = header.edges * sizeof(Node); pad % 8 != 0; ++pad) out.write(char{0});
    if constexpr (HeapGraph<G>)
        detail::for_each_by_number(
            graph, [&](auto const& n) { out.write(static_cast<std::uint64_t>(graph.size(n))); });
    detail::write_columns(out, columns);
    out.finish();
}

}  // namespace trav
