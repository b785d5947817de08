// CsrDumpColumns: the columns of a .csr file that mean something to a dump, as doc/formats.md has them.
//
// What refers to texts or objects is checked, but for names and targets of references, which are checked
// where they are followed; and sizes, whose sum must be a number. Nothing is copied but two short lists.
#pragma once

#include "../../../graph/mapped.hpp"
#include "../../dump.hpp"
#include "../../error.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump::detail {

/// Refers to the mapping. What is not there is empty.
struct CsrDumpColumns {
    std::span<std::uint64_t const> bytes, retained_bytes, id;   ///< by node
    std::span<std::uint32_t const> type, group, node_name;      ///< by node: numbers of texts
    std::span<std::uint32_t const> edge_name;                   ///< by edge: numbers of texts
    std::span<std::uint8_t const> edge_kind;                    ///< by edge: CsrEdgeKind
    std::span<std::uint32_t const> roots, globals, more_roots;  ///< nodes
    std::vector<Node> runtime, root_lists;                      ///< nodes, sorted
    CsrTexts strings, type_names, group_names, id_texts, root_names, global_names;
    std::string_view note, rule;
    bool has_globals = false;

    /// Throws BadFile and Error.
    explicit CsrDumpColumns(MappedCsr<Node> const& graph) {
        CsrColumns const columns = graph.columns();
        std::uint64_t const nodes = graph.count(), edges = graph.targets().size();
        if (nodes >= std::numeric_limits<Node>::max())
            throw Error(graph.name(), "has " + std::to_string(nodes) + " objects: a dump numbers 2^32 - 1");
        // a column of numbers that are less than a limit
        auto const below = [&](std::uint64_t limit, char const* name, std::uint64_t count = CsrColumns::any) {
            auto const column = columns.items<std::uint32_t>(name, count);
            for (std::uint32_t const each : column)
                if (each >= limit)
                    throw Error(graph.name(), std::string("the column '") + name + "' has " +
                                                  std::to_string(each) + ", but should be below " +
                                                  std::to_string(limit));
            return column;
        };
        auto const sorted = [&](char const* name) {
            auto const column = below(nodes, name);
            std::vector<Node> result(column.begin(), column.end());
            std::ranges::sort(result);
            return result;
        };
        auto const text = [&](char const* name) {
            CsrTexts const texts = columns.texts(name);
            return texts.size() == 0 ? std::string_view() : texts[0];
        };
        auto const with_a_sum = [&](std::span<std::uint64_t const> sizes) {
            std::uint64_t sum = 0;
            for (std::uint64_t const each : sizes) {
                if (each > std::numeric_limits<std::uint64_t>::max() - sum)
                    throw Error(graph.name(), "all sizes together are more than 2^64 - 1 bytes");
                sum += each;
            }
            return sizes;
        };
        bytes = with_a_sum(graph.sizes());
        strings = columns.texts("string");
        type_names = columns.texts("type name");
        type = below(type_names.size(), "type", nodes);
        group_names = columns.texts("group name");
        group = below(group_names.size(), "group", nodes);
        node_name = below(strings.size(), "name", nodes);
        edge_name = columns.items<std::uint32_t>("edge name", edges);
        edge_kind = columns.items<std::uint8_t>("edge kind", edges);
        retained_bytes = with_a_sum(columns.items<std::uint64_t>("retained size", nodes));
        id = columns.items<std::uint64_t>("id", nodes);
        id_texts = columns.texts("id text");
        if (id_texts.size() != 0 && id_texts.size() != nodes)
            throw Error(graph.name(), "there are " + std::to_string(id_texts.size()) + " ids for " +
                                          std::to_string(nodes) + " objects");
        root_names = columns.texts("root name");
        roots = below(nodes, "root", root_names.size());
        has_globals = columns.has("global");
        globals = below(nodes, "global");
        global_names = columns.texts("global name");
        runtime = sorted("runtime");
        root_lists = sorted("root list");
        more_roots = below(nodes, "retained root");
        note = text("retained note");
        rule = text("retainer rule");
    }
};

}  // namespace trav::dump::detail
