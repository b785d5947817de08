// trav/dump/any_dump.hpp: AnyDump, a dump of any format, so that code for dumps is compiled once, not once
// per format.
//
//     std::unique_ptr<trav::dump::AnyDump const> const dump = trav::dump::any_dump(read_v8_dump(input));
//     dump->for_each_edge(n, [&](trav::dump::AnyDump::Edge const& edge) { ... });
//     trav::dump::DumpGraph const program(*dump, without(dump->strong(), dump->machinery()));
//
// AnyDump is a Dump itself: the functions of dump.hpp and all code that takes a Dump accept it. A rule for
// edges, such as machinery(), becomes an EdgeSet, which is filled in one pass and stores one bit per edge.
// Each call for an object is virtual; edges come 128 at a time. A Link is an edge without properties: it
// comes from an array, without a call. DumpGraph(dump, LinkRule(rule)) is for rules that need no more.
//
// The first call of strong() or machinery() reads all edges of the dump once, and takes two bits per edge. If
// the dump itself does not have its targets in one array, so does the first call that needs edges, and takes
// 4 bytes more per edge and object.
#pragma once

#include "../detail/function_ref.hpp"
#include "dump.hpp"
#include "edge_set.hpp"
#include "rows.hpp"
#include "strings.hpp"
#include "values.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// The rule by which a dump of any format counts retained sizes; see retention.hpp.
class AnyRetention {
  public:
    using Reached = trav::detail::FunctionRef<bool(Node)>;
    /// The part that the format implements.
    class Own {
      public:
        virtual ~Own() = default;
        virtual EdgeSet holds() const = 0;
        virtual std::size_t size(Node) const = 0;
        virtual std::vector<Node> more_roots(Reached) const = 0;
        virtual std::string_view note() const = 0;
    };

    explicit AnyRetention(std::unique_ptr<Own const> own)
        : own_(std::move(own)), holds(own_->holds()), note(own_->note()) {}
    std::size_t size(Node n) const { return own_->size(n); }
    std::vector<Node> more_roots(auto const& reached) const { return own_->more_roots(reached); }

  private:
    std::unique_ptr<Own const> own_;

  public:
    EdgeSet holds;  ///< the edges that take part
    std::string_view note;
};

/// A dump of any format. any_dump() makes one.
class AnyDump {
  public:
    /// An edge as a reference from one object to another.
    struct Link {
        Node from, to;
        std::uint64_t number;  ///< its position in rows()
    };
    /// An edge, with the bytes of the format's own Edge.
    struct Edge : Link {
        NameKind name_kind;
        bool strong;
        alignas(8) std::array<std::byte, 16> own;
    };
    static constexpr std::size_t batch = 128;  ///< edges per virtual call
    using Edges = trav::detail::FunctionRef<void(std::span<Edge const>)>;
    enum class Ids : std::uint8_t { none, numbers, texts };

    virtual ~AnyDump() = default;

    virtual std::string source() const = 0;
    virtual std::uint32_t node_count() const = 0;
    virtual std::uint64_t edge_count() const = 0;
    virtual std::uint64_t size(Node) const = 0;
    virtual std::uint64_t type(Node) const = 0;
    virtual std::string type_name(std::uint64_t type) const = 0;
    virtual std::string_view name(Node) const = 0;
    virtual std::string name(Edge const&) const = 0;
    NameKind name_kind(Edge const& edge) const { return edge.name_kind; }
    bool strong(Edge const& edge) const { return edge.strong; }

    virtual Ids ids() const = 0;
    virtual std::uint64_t id_number(Node) const = 0;  ///< the object's number unless ids() is Ids::numbers
    virtual std::string id(Node) const = 0;
    virtual std::optional<Node> find_id(std::string_view text, Node first, Node last) const = 0;

    virtual IdLife id_life() const = 0;
    virtual std::vector<std::string> own_types() const = 0;

    virtual bool has_globals() const = 0;
    virtual std::vector<Node> globals() const = 0;
    std::vector<std::string> global_names;
    virtual bool is_runtime(Node) const = 0;
    virtual bool lists_roots(Node) const = 0;
    virtual bool has_pairs(Node) const = 0;
    void for_each_root(auto f) const { roots(f); }

    virtual bool has_groups() const = 0;  ///< other than its types
    virtual std::size_t group(Node) const = 0;
    virtual std::size_t group_count() const = 0;
    virtual std::string group_name(std::size_t group) const = 0;

    virtual std::string_view retainer_rule() const = 0;
    virtual std::string remark() const = 0;
    virtual std::function<std::string(Node)> places() const = 0;
    virtual bool has_strings() const = 0;
    void for_each_string(auto f) const { strings(f); }
    virtual std::string no_values() const = 0;
    void for_each_value(std::vector<bool> const& wanted, auto f) const { values(wanted, f); }
    /// The names of the format's own breakdowns, and one breakdown. Throws Error if no breakdown has that
    /// name.
    virtual std::vector<std::string_view> breakdown_names() const = 0;
    virtual Grouping grouping(std::string_view breakdown) const = 0;

    /// Calls f(edge) for the edges of one object, or of the objects from `first` to before `last`.
    void for_each_edge(Node n, auto f) const { for_each_edge(n, n + 1, f); }
    void for_each_edge(Node first, Node last, auto f) const {
        edges(first, last, [&](std::span<Edge const> some) {
            for (Edge const& edge : some) f(edge);
        });
    }
    /// Calls f(link) for the edges of those objects.
    void for_each_link(Node first, Node last, auto f) const {
        Rows const all = rows();
        for (Node n = first; n != last; ++n)
            for (std::uint64_t e = all.begin(n), end = all.begin(n + 1); e != end; ++e)
                f(Link{n, all.targets[e], e});
    }
    /// The targets of all edges.
    virtual Rows rows() const = 0;

    virtual EdgeSet strong() const = 0;     ///< the edges that keep their target alive
    virtual EdgeSet machinery() const = 0;  ///< the edges that the runtime made
    virtual AnyRetention retention() const = 0;

    /// The dump as type D; null if it has another format.
    template <class D>
    D const* get_if() const {
        return static_cast<D const*>(if_is(&tag<D>));
    }

  protected:
    template <class D>
    static constexpr char tag = 0;

  private:
    virtual void roots(trav::detail::FunctionRef<void(Node, std::string_view)>) const = 0;
    virtual void strings(trav::detail::FunctionRef<void(DumpString const&)>) const = 0;
    virtual void values(std::vector<bool> const& wanted,
                        trav::detail::FunctionRef<void(DumpValue const&)>) const = 0;
    virtual void edges(Node first, Node last, Edges) const = 0;
    virtual void const* if_is(char const* format) const = 0;
};

/// A rule for DumpGraph that is called with links: `rule(link)`.
template <class Rule>
struct LinkRule {
    static constexpr bool takes_links = true;
    Rule rule;

    explicit LinkRule(Rule r) : rule(std::move(r)) {}
    bool operator()(AnyDump::Link const& link) const { return static_cast<bool>(rule(link)); }
};

}  // namespace trav::dump
