// trav/dump/csr/writer.hpp: writes a dump as a .csr file. Such a file can be profiled without being read into
// memory, and is itself a dump (csr/dump.hpp). POSIX only.
//
//     trav::dump::write_csr_dump("heap.csr", dump);
//
// The file keeps everything that the functions of dump.hpp return: types, sizes, names, ids, roots, groups,
// weak references and references of the runtime, the retainer rule, and the way retained sizes are counted.
// It does not keep the breakdowns of the format, the contents of strings, the places that made objects, or
// the kinds of the names of weak references. Costs a graph of the dump, and the texts.
#pragma once

#include "../../graph/write_csr.hpp"
#include "../../strategy/mark_stack.hpp"
#include "../../traverse_heap.hpp"
#include "../dump_graph.hpp"
#include "../grouping.hpp"
#include "../retention.hpp"
#include "dump.hpp"
#include "edge_kind.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Writes the columns of one dump.
template <Dump D>
class CsrDumpWriter {
  public:
    CsrDumpWriter(D const& dump, CsrColumnWriter& out)
        : dump_(dump), out_(out), retention_(retention(dump)), machinery_(trav::dump::machinery(dump)) {}

    void write() {
        types();
        groups();
        names();
        edges();
        ids();
        roots();
        retained();
    }

  private:
    /// Texts, numbered in the order of their first use.
    class Texts {
      public:
        std::uint32_t number(std::string text) {
            auto const [at, fresh] =
                numbers_.try_emplace(std::move(text), static_cast<std::uint32_t>(all_.size()));
            if (fresh) all_.push_back(&at->first);
            return at->second;
        }
        std::vector<std::string_view> list() const {
            std::vector<std::string_view> result;
            for (std::string const* const text : all_) result.emplace_back(*text);
            return result;
        }

      private:
        std::unordered_map<std::string, std::uint32_t> numbers_;
        std::vector<std::string const*> all_;
    };

    // Writes a column with item(node) for each object.
    template <class Item>
    void by_node(char const* name, auto item) {
        out_.template items<Item>(name, dump_.node_count(), [&](auto put) {
            for (Node n = 0; n != dump_.node_count(); ++n) put(static_cast<Item>(item(n)));
        });
    }
    template <class Item>
    void list(char const* name, std::vector<Item> const& items) {
        out_.template items<Item>(name, items.size(), [&](auto put) {
            for (Item const item : items) put(item);
        });
    }
    void each_edge(auto f) const {
        for (Node n = 0; n != dump_.node_count(); ++n)
            dump_.for_each_edge(n, [&](typename D::Edge const& edge) { f(edge); });
    }

    void types() {
        Grouping const grouping = grouping_by_type(dump_);
        by_node<std::uint32_t>("type", [&](Node n) { return grouping.band_of[n]; });
        out_.texts("type name", grouping.bands);
    }
    void groups() {
        if constexpr (requires { dump_.group(Node{}); }) {
            if (!has_groups(dump_)) return;
            std::vector<std::string> names;
            for (std::size_t i = 0; i != dump_.group_count(); ++i) names.emplace_back(dump_.group_name(i));
            by_node<std::uint32_t>("group", [&](Node n) { return dump_.group(n); });
            out_.texts("group name", names);
        }
    }
    void names() {
        Texts texts;
        texts.number("");
        bool named = false;
        each_edge([&](auto const& edge) { named = named || !name(dump_, edge).empty(); });
        if constexpr (requires { dump_.name(Node{}); })
            by_node<std::uint32_t>("name", [&](Node n) { return texts.number(std::string(name(dump_, n))); });
        if (named)
            out_.template items<std::uint32_t>("edge name", dump_.edge_count(), [&](auto put) {
                each_edge([&](auto const& edge) { put(texts.number(std::string(name(dump_, edge)))); });
            });
        out_.texts("string", texts.list());
    }
    void edges() {
        auto const item = [&](auto const& edge) {
            bool const keeps = strong(dump_, edge), released = keeps && !retention_.holds(edge);
            return CsrEdgeKind(name_kind(dump_, edge), keeps, machinery_(edge), released).item();
        };
        bool plain = true;
        each_edge([&](auto const& edge) {
            auto const usual = kind_of_name(name(dump_, edge));
            plain = plain && item(edge) == CsrEdgeKind(usual, true, false, false).item();
        });
        if (plain) return;
        out_.template items<std::uint8_t>("edge kind", dump_.edge_count(), [&](auto put) {
            each_edge([&](auto const& edge) { put(item(edge)); });
        });
    }
    void ids() {
        using Id = decltype(id(dump_, Node{}));
        if constexpr (requires { dump_.ids(); }) {
            if (dump_.ids() == D::Ids::texts) text_ids();
            else if (dump_.ids() == D::Ids::numbers)
                by_node<std::uint64_t>("id", [&](Node n) { return dump_.id_number(n); });
        } else if constexpr (!std::is_arithmetic_v<Id>) {
            text_ids();
        } else if constexpr (requires { dump_.id(Node{}); }) {
            by_node<std::uint64_t>("id", [&](Node n) { return id(dump_, n); });
        }
    }
    void text_ids() {
        std::vector<std::string> texts;
        for (Node n = 0; n != dump_.node_count(); ++n) texts.emplace_back(id(dump_, n));
        out_.texts("id text", texts);
    }
    void roots() {
        std::vector<std::uint32_t> nodes, runtime, lists;
        std::vector<std::string> names;
        dump_.for_each_root([&](Node n, auto const& name) {
            nodes.push_back(n);
            names.emplace_back(name);
        });
        for (Node n = 0; n != dump_.node_count(); ++n) {
            if (is_runtime(dump_, n)) runtime.push_back(n);
            if (lists_roots(dump_, n)) lists.push_back(n);
        }
        list("root", nodes);
        out_.texts("root name", names);
        if (!runtime.empty()) list("runtime", runtime);
        if (!lists.empty()) list("root list", lists);
        if (has_globals(dump_))
            if constexpr (requires { dump_.globals(); }) {
                auto const globals = dump_.globals();
                list("global", std::vector<std::uint32_t>(globals.begin(), globals.end()));
                out_.texts("global name", dump_.global_names);
            }
        if (IdLife const its = id_life(dump_); its != IdLife::process)
            list(its == IdLife::dump ? "moving ids" : "reused ids", std::vector<std::uint32_t>());
        if (auto const types = own_types(dump_); !types.empty()) out_.texts("own type", types);
        out_.texts("retainer rule", std::array{retainer_rule(dump_)});
    }
    void retained() {
        bool own = true;
        for (Node n = 0; n != dump_.node_count(); ++n) own = own && retention_.size(n) == dump_.size(n);
        if (!own) by_node<std::uint64_t>("retained size", [&](Node n) { return retention_.size(n); });
        DumpGraph const held(dump_, [&](auto const& edge) { return retention_.holds(edge); });
        std::vector<bool> reached(dump_.node_count());
        traverse<MarkStack>(held, trav::dump::roots(dump_), [&](auto& here) { reached[here.node] = true; });
        auto const more = retention_.more_roots([&](Node n) { return bool(reached[n]); });
        if (!more.empty()) list("retained root", std::vector<std::uint32_t>(more.begin(), more.end()));
        if (!std::string_view(retention_.note).empty())
            out_.texts("retained note", std::array{std::string_view(retention_.note)});
    }

    D const& dump_;
    CsrColumnWriter& out_;
    decltype(retention(std::declval<D const&>())) retention_;
    decltype(trav::dump::machinery(std::declval<D const&>())) machinery_;
};

}  // namespace detail

/// Writes a dump to a file. An existing file is replaced only when the new one is complete. Throws Error.
template <Dump D>
void write_csr_dump(std::string const& file, D const& dump) {
    DumpGraph const graph(dump, [](typename D::Edge const&) { return true; });
    bad_file_as_error([&] {
        write_csr(file, graph, [&](CsrColumnWriter& out) { detail::CsrDumpWriter<D>(dump, out).write(); });
    });
}

}  // namespace trav::dump
