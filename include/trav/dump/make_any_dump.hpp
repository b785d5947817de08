// trav/dump/make_any_dump.hpp: any_dump(), which makes an AnyDump of a dump of one format.
//
// Include any_dump.hpp alone to use an AnyDump: it compiles faster.
#pragma once

#include "any_dump.hpp"
#include "detail/filtered_targets.hpp"
#include "error.hpp"
#include "groups.hpp"
#include "named_path.hpp"
#include "retention.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::dump {
namespace detail {

template <Dump D>
class ErasedDump final : public AnyDump {
    using Own = typename D::Edge;

  public:
    explicit ErasedDump(D dump) : dump_(std::move(dump)) {
        if constexpr (requires { dump_.global_names; })
            for (auto const& each : dump_.global_names) global_names.emplace_back(each);
    }

    std::string source() const override { return std::string(dump_.source()); }
    std::uint32_t node_count() const override { return dump_.node_count(); }
    std::uint64_t edge_count() const override { return dump_.edge_count(); }
    std::uint64_t size(Node n) const override { return dump_.size(n); }
    std::uint64_t type(Node n) const override { return static_cast<std::uint64_t>(dump_.type(n)); }
    std::string type_name(std::uint64_t type) const override {
        return std::string(dump_.type_name(static_cast<Type>(type)));
    }
    std::string_view name(Node n) const override {
        static_assert(std::is_same_v<decltype(trav::dump::name(dump_, n)), std::string_view>,
                      "trav: the name of an object must be a std::string_view for an AnyDump");
        return trav::dump::name(dump_, n);
    }
    std::string name(Edge const& edge) const override {
        return std::string(trav::dump::name(dump_, own(edge)));
    }

    Ids ids() const override {
        if constexpr (!std::is_arithmetic_v<Id>) return Ids::texts;
        else return requires { dump_.id(Node{}); } ? Ids::numbers : Ids::none;
    }
    std::uint64_t id_number(Node n) const override {
        if constexpr (std::is_arithmetic_v<Id>) return static_cast<std::uint64_t>(trav::dump::id(dump_, n));
        else return n;
    }
    std::string id(Node n) const override { return id_text(dump_, n); }
    std::optional<Node> find_id(std::string_view text, Node first, Node last) const override {
        return trav::dump::find_id(dump_, text, first, last);
    }

    IdLife id_life() const override { return trav::dump::id_life(dump_); }
    std::vector<std::string> own_types() const override { return trav::dump::own_types(dump_); }

    bool has_globals() const override { return trav::dump::has_globals(dump_); }
    std::vector<Node> globals() const override {
        if constexpr (requires { dump_.globals(); }) return dump_.globals();
        else return {};
    }
    bool is_runtime(Node n) const override { return trav::dump::is_runtime(dump_, n); }
    bool lists_roots(Node n) const override { return trav::dump::lists_roots(dump_, n); }
    bool has_pairs(Node n) const override { return trav::dump::has_pairs(dump_, n); }

    bool has_groups() const override { return trav::dump::has_groups(dump_); }
    std::size_t group(Node n) const override { return groups().of(n); }
    std::size_t group_count() const override { return groups().count(); }
    std::string group_name(std::size_t group) const override { return groups().name(group); }

    std::string_view retainer_rule() const override { return trav::dump::retainer_rule(dump_); }
    std::string remark() const override { return trav::dump::remark(dump_); }
    std::function<std::string(Node)> places() const override { return trav::dump::places(dump_); }
    bool has_strings() const override { return HasStrings<D>; }
    std::string no_values() const override { return trav::dump::no_values(dump_); }
    std::vector<std::string_view> breakdown_names() const override {
        std::vector<std::string_view> names;
        for (auto const& each : breakdowns<D>()) names.push_back(each.name);
        return names;
    }
    Grouping grouping(std::string_view breakdown) const override {
        for (auto const& each : breakdowns<D>())
            if (each.name == breakdown) return each.grouping(dump_);
        throw Error(source(),
                    "dumps of this format do not say the '" + std::string(breakdown) + "' of objects");
    }

    Rows rows() const override {
        Rows const of_dump = rows_of(dump_);
        return of_dump.targets != nullptr ? of_dump : all_edges().rows;
    }
    EdgeSet strong() const override { return all_edges().strong; }
    EdgeSet machinery() const override { return all_edges().machinery; }
    AnyRetention retention() const override { return AnyRetention(std::make_unique<Retention const>(*this)); }

  private:
    using Type = decltype(std::declval<D const&>().type(Node{}));
    using Id = std::remove_cvref_t<decltype(trav::dump::id(std::declval<D const&>(), Node{}))>;

    class Retention final : public AnyRetention::Own {
      public:
        explicit Retention(ErasedDump const& dump)
            : dump_(dump), retention_(trav::dump::retention(dump.dump_)) {}
        EdgeSet holds() const override {
            if constexpr (std::is_same_v<decltype(retention_), StrongRetention<D>>) return dump_.strong();
            else return dump_.where([this](ErasedDump::Own const& edge) { return retention_.holds(edge); });
        }
        std::size_t size(Node n) const override { return static_cast<std::size_t>(retention_.size(n)); }
        std::vector<Node> more_roots(AnyRetention::Reached reached) const override {
            return retention_.more_roots(reached);
        }
        std::string_view note() const override { return retention_.note; }

      private:
        ErasedDump const& dump_;
        decltype(trav::dump::retention(std::declval<D const&>())) retention_;
    };

    static Own own(Edge const& edge) {
        std::array<std::byte, sizeof(Own)> bytes;
        std::memcpy(bytes.data(), edge.own.data(), sizeof bytes);
        return std::bit_cast<Own>(bytes);
    }
    // All edges, read in one pass on first use.
    struct AllEdges {
        std::optional<OwnRows> own;
        Rows rows;
        EdgeSet strong, machinery;
    };
    AllEdges const& all_edges() const {
        std::call_once(edges_once_, [this] {
            EdgeSetBuilder strong(dump_.edge_count()), machinery(dump_.edge_count());
            auto const is_machinery = trav::dump::machinery(dump_);
            edges_.rows = rows_of(dump_);
            bool const has_rows = edges_.rows.targets != nullptr;
            if (!has_rows) edges_.own.emplace(dump_.node_count(), dump_.edge_count());
            std::uint64_t number = 0;
            for (Node n = 0; n != dump_.node_count(); ++n) {
                if (has_rows) number = edges_.rows.begin(n);
                dump_.for_each_edge(n, [&](Own const& edge) {
                    if (!has_rows) edges_.own->targets.push_back(edge.to);
                    strong.add(number, trav::dump::strong(dump_, edge));
                    machinery.add(number, static_cast<bool>(is_machinery(edge)));
                    ++number;
                });
                if (!has_rows) edges_.own->end_row();
            }
            if (!has_rows) edges_.rows = *edges_.own;
            edges_.strong = std::move(strong).set();
            edges_.machinery = std::move(machinery).set();
        });
        return edges_;
    }
    // The edges for which `rule(edge)`, on the format's own edges, is true.
    EdgeSet where(auto const& rule) const {
        Rows const rows = this->rows();
        EdgeSetBuilder set(dump_.edge_count());
        for (Node n = 0; n != dump_.node_count(); ++n) {
            std::uint64_t number = rows.begin(n);
            dump_.for_each_edge(n,
                                [&](Own const& edge) { set.add(number++, static_cast<bool>(rule(edge))); });
        }
        return std::move(set).set();
    }
    // Computed on first use. If the dump has no groups, its types are the groups.
    Groups<D> const& groups() const {
        std::call_once(groups_once_, [this] { groups_ = std::make_unique<Groups<D> const>(dump_); });
        return *groups_;
    }

    void roots(trav::detail::FunctionRef<void(Node, std::string_view)> f) const override {
        dump_.for_each_root([&](Node n, std::string_view name) { f(n, name); });
    }
    void strings(trav::detail::FunctionRef<void(DumpString const&)> f) const override {
        if constexpr (HasStrings<D>) dump_.for_each_string([&](DumpString const& string) { f(string); });
    }
    void values(std::vector<bool> const& wanted,
                trav::detail::FunctionRef<void(DumpValue const&)> f) const override {
        trav::dump::for_each_value(dump_, wanted, [&](DumpValue const& value) { f(value); });
    }
    void edges(Node first, Node last, Edges f) const override {
        Rows const rows = this->rows();
        Edge some[batch];
        std::size_t count = 0;
        for (Node n = first; n != last; ++n) {
            std::uint64_t number = rows.begin(n);
            dump_.for_each_edge(n, [&](Own const& edge) {
                Edge& next = some[count];
                next.from = edge.from;
                next.to = edge.to;
                next.number = number++;
                next.name_kind = trav::dump::name_kind(dump_, edge);
                next.strong = trav::dump::strong(dump_, edge);
                std::memcpy(next.own.data(), &edge, sizeof edge);
                if (++count != batch) return;
                f({some, batch});
                count = 0;
            });
        }
        if (count != 0) f({some, count});
    }
    void const* if_is(char const* format) const override { return format == &tag<D> ? &dump_ : nullptr; }

    D dump_;
    mutable std::once_flag edges_once_, groups_once_;
    mutable AllEdges edges_;
    mutable std::unique_ptr<Groups<D> const> groups_;
};

/// Whether AnyDump::Edge can hold the bytes of an Edge of another dump.
template <class E>
inline constexpr bool erasable_edge =
    std::is_trivially_copyable_v<E> && sizeof(E) <= sizeof(AnyDump::Edge::own);

}  // namespace detail

/// The dump as an AnyDump.
template <Dump D>
std::unique_ptr<AnyDump const> any_dump(D dump) {
    static_assert(
        detail::erasable_edge<typename D::Edge>,
        "trav: an AnyDump keeps at most 16 bytes of a dump's Edge, which must be trivially copyable");
    if constexpr (!detail::erasable_edge<typename D::Edge>) return nullptr;
    else return std::make_unique<detail::ErasedDump<D> const>(std::move(dump));
}

}  // namespace trav::dump
